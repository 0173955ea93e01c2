import { useNavigate } from '@tanstack/react-router'
import { appendPhrase } from '#domain/prompt/append-phrase.ts'
import { changeDraft, draft } from '#web/features/compose/draft.ts'
import { ComingScreen } from '#web/features/placeholders/coming-screen.tsx'
import { appTexts } from './texts.ts'
import { ToolPage } from './tool-page.tsx'

/** Edit an image: announced. Go appends the text to the draft of the image page. */
export function EditPage() {
  const navigate = useNavigate()
  const takeToImagePage = (words: string) => {
    changeDraft({ prompt: appendPhrase(draft.get().prompt, words) })
    void navigate({ to: '/image' })
  }
  return (
    <ToolPage title={appTexts.titles.edit}>
      <ComingScreen name="edit" onGo={takeToImagePage} />
    </ToolPage>
  )
}

/** Create a video: announced. Keeps its draft. */
export const VideoPage = () => (
  <ToolPage title={appTexts.titles.video}>
    <ComingScreen name="video" onGo={null} />
  </ToolPage>
)
