import { EditScreen } from '#web/features/edit/page/edit-screen.tsx'
import { appTexts } from '../texts.ts'
import { ToolPage } from '../top-bar.tsx'

/** Edit an image: a picture and an instruction, or the editor. */
export const EditPage = () => (
  <ToolPage title={appTexts.titles.edit}>
    <EditScreen />
  </ToolPage>
)
