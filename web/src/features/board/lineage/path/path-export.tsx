import { Download, Film, Image, Printer } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { slugOf } from '#domain/text/file-names.ts'
import { readPathAnimation } from '#web/data/image-file.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { showToast } from '#web/ui/toast.ts'
import { drawPath } from './draw-path.ts'
import { PathPrint } from './path-print.tsx'
import { pathTexts } from './path-texts.ts'
import type { ShownStep } from './use-path.ts'

/** Takes the path away: as one picture, as an animation, or on paper. */
export function PathExport({ steps, imageId }: { steps: readonly ShownStep[]; imageId: string }) {
  const [isPrinting, setPrinting] = useState(false)
  const name = pathTexts.fileName(slugOf(steps.at(-1)?.prompt ?? ''))
  const save = async (extension: string, make: () => Promise<Blob>) => {
    try {
      saveFile(`${name}.${extension}`, await make())
      showToast({ kind: 'success', title: pathTexts.exported })
    } catch {
      showToast({ kind: 'error', title: pathTexts.failed, description: pathTexts.failedText })
    }
  }
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton size="small" label={pathTexts.export}>
            <Download />
          </IconButton>
        </DropdownMenu.Trigger>
        {/* Not in a portal: it belongs to the strip. */}
        <DropdownMenu.Content align="end" side="top" sideOffset={8} collisionPadding={8} className="popover menu">
          <DropdownMenu.Item className="menu-item" onSelect={() => void save('png', () => drawPath(steps))}>
            <Image aria-hidden="true" />
            {pathTexts.strip}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => void save('webp', () => readPathAnimation(imageId))}>
            <Film aria-hidden="true" />
            {pathTexts.animation}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => setPrinting(true)}>
            <Printer aria-hidden="true" />
            {pathTexts.print}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {isPrinting && <PathPrint steps={steps} onPrinted={() => setPrinting(false)} />}
    </>
  )
}
