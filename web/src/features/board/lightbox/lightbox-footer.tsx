import { Columns2, Copy, Download, Ellipsis, GitBranch, History, Link, Route, TextQuote } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { GenerationShape } from '#contract/generation.ts'
import type { ImageShape } from '#contract/image.ts'
import { useStore } from '#web/data/store.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { compareTexts } from '#web/viewing/compare/compare-texts.ts'
import { toggleGathered } from '#web/viewing/compare/gathered.ts'
import { filmstripTexts } from '#web/viewing/path/filmstrip-texts.ts'
import { useBoardView } from '../board-context.ts'
import { openBranch } from '../branching/composing.ts'
import { branchingTexts } from '../branching/texts.ts'
import { downloadImage, downloadWithHistory } from '../download/download-images.ts'
import { downloadTexts } from '../download/texts.ts'
import { copyCardLink, copyImage, copyPrompt } from '../sharing/copy.ts'
import { sharingTexts } from '../sharing/texts.ts'
import { lightboxTexts } from './texts.ts'

/** What can be done with the picture. */
export function LightboxFooter({ generation, image }: { generation: GenerationShape; image: ImageShape }) {
  const view = useBoardView()
  const branch = () => {
    view.viewing.set(null)
    openBranch(view, generation.id, image.id)
  }
  const isGathered = useStore(view.lineage.gathered).includes(image.id)
  const walk = () => {
    view.viewing.set(null)
    view.lineage.part.set({ kind: 'path', cardId: generation.id, imageId: image.id })
  }
  return (
    <footer>
      <Button kind="solid" onClick={branch}>
        <GitBranch aria-hidden="true" />
        {branchingTexts.branchFromImage}
      </Button>
      <IconButton
        label={downloadTexts.one}
        className="outlined"
        onClick={() => void downloadImage(view.board, generation.id, image.id)}
      >
        <Download />
      </IconButton>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton label={lightboxTexts.more} className="outlined">
            <Ellipsis />
          </IconButton>
        </DropdownMenu.Trigger>
        {/* Not in a portal: it belongs to the dialog. */}
        <DropdownMenu.Content align="end" sideOffset={8} collisionPadding={8} className="popover menu">
          <DropdownMenu.Item
            className="menu-item"
            onSelect={() => void downloadWithHistory(view.board, generation.id, image.id)}
          >
            <History aria-hidden="true" />
            {downloadTexts.history}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={walk}>
            <Route aria-hidden="true" />
            {filmstripTexts.title}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => toggleGathered(view.lineage.gathered, image.id)}>
            <Columns2 aria-hidden="true" />
            {isGathered ? compareTexts.remove : compareTexts.add}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => void copyImage(view.board, image.id)}>
            <Copy aria-hidden="true" />
            {sharingTexts.copyImage}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => void copyPrompt(view.board, generation.id)}>
            <TextQuote aria-hidden="true" />
            {sharingTexts.copyPrompt}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => void copyCardLink(view.board, generation.id)}>
            <Link aria-hidden="true" />
            {sharingTexts.copyLink}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
    </footer>
  )
}
