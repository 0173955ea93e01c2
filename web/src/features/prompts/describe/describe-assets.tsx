import { useNavigate } from '@tanstack/react-router'
import { changeDraft, draft } from '#web/features/compose/draft.ts'
import { showToast } from '#web/ui/toast.ts'
import { type DescribedImage, DescribeImageDialog } from './describe-image-dialog.tsx'
import { DescribeImagesDialog } from './describe-images-dialog.tsx'
import { describeTexts as texts } from './texts.ts'

type DescribeAssetsProps = { images: readonly DescribedImage[]; onClose(): void }

/** The dialog that describes one or several images apart from a canvas. */
export function DescribeAssets({ images, onClose }: DescribeAssetsProps) {
  const navigate = useNavigate()
  const [image] = images
  if (!image) return null
  const closing = { returnTo: 'main', onClose }
  if (images.length > 1) return <DescribeImagesDialog imageIds={images.map(({ id }) => id)} {...closing} />
  return (
    <DescribeImageDialog
      image={image}
      onUsePrompt={(text) => {
        writePrompt(text)
        void navigate({ to: '/image' })
      }}
      onAddNote={null}
      {...closing}
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
