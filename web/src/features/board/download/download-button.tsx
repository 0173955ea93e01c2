import { ChevronDown, Download, FileArchive, History, Images } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useBoardView } from '../board-context.ts'
import { downloadAll, downloadCards, downloadWithHistory } from './download-images.ts'
import { downloadTexts } from './texts.ts'

/** 'Download all images' of a card, and beside it the other way: one zip. */
export function DownloadButton({ cardId }: { cardId: string }) {
  const { board } = useBoardView()
  const [isBusy, setBusy] = useState(false)

  const run = async (download: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    await download()
    setBusy(false)
  }
  const asFiles = () => void run(() => downloadAll(board, cardId))
  const asZip = () => void run(() => downloadCards(board, [cardId]))

  return (
    <>
      <IconButton size="small" label={downloadTexts.all} aria-busy={isBusy} onClick={asFiles}>
        {isBusy ? <Spinner /> : <Download />}
      </IconButton>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton size="small" label={downloadTexts.more} className="-ml-1 w-5!">
            <ChevronDown />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content align="end" sideOffset={8} collisionPadding={8} className="popover menu">
            <DropdownMenu.Item className="menu-item" onSelect={asFiles}>
              <Images aria-hidden="true" />
              {downloadTexts.png}
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" onSelect={asZip}>
              <FileArchive aria-hidden="true" />
              {downloadTexts.zip}
            </DropdownMenu.Item>
            <DropdownMenu.Item
              className="menu-item"
              onSelect={() => void run(() => downloadWithHistory(board, cardId))}
            >
              <History aria-hidden="true" />
              {downloadTexts.history}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </>
  )
}
