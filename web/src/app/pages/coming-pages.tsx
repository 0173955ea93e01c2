import { ComingScreen } from '#web/app/pages/coming-screen.tsx'
import { appTexts } from '../texts.ts'
import { ToolPage } from '../top-bar.tsx'

/** Create a video: announced. Keeps its draft. */
export const VideoPage = () => (
  <ToolPage title={appTexts.titles.video}>
    <ComingScreen />
  </ToolPage>
)
