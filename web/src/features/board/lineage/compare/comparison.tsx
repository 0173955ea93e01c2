import { Maximize, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import type { BoardView } from '../../board-view.ts'
import type { LineagePart } from '../lineage-state.ts'
import { CompareFacts } from './compare-facts.tsx'
import { type CompareMode, compareModes } from './compare-modes.ts'
import { CompareStage } from './compare-stage.tsx'
import { compareTexts } from './compare-texts.ts'
import { useCompared } from './use-compared.ts'
import { useLockedView } from './use-locked-view.ts'

type ComparisonProps = { view: BoardView; comparing: Extract<LineagePart, { kind: 'compare' }> }

/** Two to four images in the dark, with their settings beside them. */
export function Comparison({ view, comparing }: ComparisonProps) {
  const images = useCompared(view, comparing.imageIds)
  const [mode, setMode] = useState<CompareMode>('side')
  const [other, setOther] = useState(1)
  const locked = useLockedView()
  const returnFocus = useReturnFocus('.canvas')
  const close = () => view.lineage.part.set(null)
  const isOver = images.length < 2
  useEffect(() => {
    if (isOver) view.lineage.part.set(null)
  }, [view, isOver])

  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Content
          className="comparison"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onCloseAutoFocus={returnFocus}
        >
          <header className="compare-bar">
            <Dialog.Close asChild>
              <IconButton label={compareTexts.close} keys="Esc">
                <X />
              </IconButton>
            </Dialog.Close>
            <Dialog.Title className="font-semibold text-13 max-sm:sr-only">
              {compareTexts.title(images.length)}
            </Dialog.Title>
            <fieldset className="compare-modes" aria-label={compareTexts.modesLabel}>
              {compareModes.map((each) => (
                <button
                  key={each}
                  type="button"
                  className="chip"
                  aria-pressed={each === mode}
                  onClick={() => setMode(each)}
                >
                  {compareTexts.modes[each]}
                </button>
              ))}
            </fieldset>
            <IconButton label={compareTexts.fit} aria-disabled={locked.isWhole || undefined} onClick={locked.fit}>
              <Maximize />
            </IconButton>
          </header>
          <div className="compare-stage">
            <CompareStage mode={mode} images={images} other={Math.min(other, images.length - 1)} locked={locked} />
            {mode !== 'side' && images.length > 2 && (
              <fieldset className="compare-pairs" aria-label={compareTexts.pairLabel}>
                {images.slice(1).map(({ image }, index) => (
                  <button
                    key={image.id}
                    type="button"
                    className="chip"
                    aria-pressed={other === index + 1}
                    onClick={() => setOther(index + 1)}
                  >
                    {compareTexts.against(compareTexts.letter(index + 1))}
                  </button>
                ))}
              </fieldset>
            )}
          </div>
          <CompareFacts view={view} images={images} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
