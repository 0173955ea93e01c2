import { AllBoardsScreen } from '#web/features/projects/all-boards-screen.tsx'
import { appTexts } from '../texts.ts'
import { ToolPage } from '../top-bar.tsx'

/** Every project of the user. */
export const ProjectsPage = () => (
  <ToolPage title={appTexts.titles.projects}>
    <AllBoardsScreen />
  </ToolPage>
)
