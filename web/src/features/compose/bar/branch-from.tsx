import { Check, ChevronDown, X } from 'lucide-react'
import type { PromptedBranchKind } from '#contract/generation.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { useBoardSession, useCard } from '#web/features/board/board-session.ts'
import type { ImageInHand } from '#web/features/board/cards/image-in-hand.ts'
import { selectNone } from '#web/features/board/selection.ts'
import { promptBarTexts } from '#web/features/compose/texts.ts'
import { IconButton } from '#web/ui/button.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { useDecoded } from '#web/ui/use-decoded.ts'
import { CapNote } from '../canvas/cap-note.tsx'
import { optionTexts } from '../canvas/compose-drafts.ts'

const kinds = ['enhance', 'remix'] as const satisfies readonly PromptedBranchKind[]

type BranchFromProps = { inHand: ImageInHand; kind: PromptedBranchKind; onChoose(kind: PromptedBranchKind): void }

/** The image that Go branches from, and the kind of the branch. */
export function BranchFrom({ inHand: { cardId, imageId }, kind, onChoose }: BranchFromProps) {
  const session = useBoardSession()
  const place = useCard(cardId, ({ images }) => images.findIndex(({ id }) => id === imageId) + 1) ?? 1
  const count = useCard(cardId, ({ images }) => images.length) ?? 1
  return (
    <div className="bar-branch">
      <div className="bar-hand">
        <Thumbnail key={imageId} cardId={cardId} imageId={imageId} />
        <small className="tabular-nums">{promptBarTexts.branchFrom(place, count)}</small>
        <KindMenu kind={kind} onChoose={onChoose} />
        <IconButton
          size="small"
          className="bar-let-go"
          label={promptBarTexts.letGo}
          onClick={() => selectNone(session)}
        >
          <X />
        </IconButton>
      </div>
      <CapNote parentId={cardId} />
      <span className="bar-hint">{promptBarTexts.escape}</span>
    </div>
  )
}

/** The image in small; its average color until it is loaded, and without a connection. */
function Thumbnail({ cardId, imageId }: ImageInHand) {
  const color = useCard(cardId, ({ images }) => images.find(({ id }) => id === imageId)?.averageColor)
  const { source } = useDecoded(imageAddress(imageId, 64))
  return (
    <span className="bar-thumbnail" style={{ backgroundColor: color ?? undefined }}>
      {source && <img src={source} alt="" />}
    </span>
  )
}

function KindMenu({ kind, onChoose }: Pick<BranchFromProps, 'kind' | 'onChoose'>) {
  const { name } = optionTexts(kind)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="chip" aria-label={promptBarTexts.kind(name)}>
        {name}
        <ChevronDown aria-hidden="true" className="text-muted" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={8}
          collisionPadding={16}
          aria-label={promptBarTexts.kinds}
          className="popover menu"
          // The text takes the focus instead.
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <DropdownMenu.RadioGroup value={kind}>
            {kinds.map((each) => (
              <DropdownMenu.RadioItem
                key={each}
                value={each}
                className="menu-item h-auto py-1.5"
                onSelect={() => onChoose(each)}
              >
                <span>
                  <span className="block">{optionTexts(each).name}</span>
                  <span className="block text-12 text-muted">{optionTexts(each).text}</span>
                </span>
                <DropdownMenu.ItemIndicator className="ml-auto">
                  <Check aria-hidden="true" />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
