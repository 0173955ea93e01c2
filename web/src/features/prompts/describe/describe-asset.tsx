import { useNavigate } from '@tanstack/react-router'
import { changeDraft, draft } from '#web/features/compose/draft.ts'
import { showToast } from '#web/ui/toast.ts'
import { type DescribedImage, DescribeImageDialog } from './describe-image-dialog.tsx'
import { describeTexts as texts } from './texts.ts'

/** The dialog that describes an image apart from a canvas. */
export function DescribeAsset({ image, onClose }: { image: DescribedImage; onClose(): void }) {
  const navigate = useNavigate()
  return (
    <DescribeImageDialog
      image={image}
      onUsePrompt={(text) => {
        writePrompt(text)
        void navigate({ to: '/image' })
      }}
      onAddNote={null}
      returnTo="main"
      onClose={onClose}
    />
  )
}

/** Puts a text into the prompt box of the image page; a text that it replaces comes back with the toast. */
function writePrompt(prompt: string): void {
  const { prompt: earlier, improvedFrom } = draft.get()
  changeDraft({ prompt, improvedFrom: null })
  if (earlier.trim() === '' || earlier === prompt) return
  const undo = () => changeDraft({ prompt: earlier, improvedFrom })
  showToast({ kind: 'info', title: texts.replaced, action: { label: texts.undo, run: undo } })
}
