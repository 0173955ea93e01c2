import { Copy, PanelRight } from 'lucide-react'
import type { GenerationShape } from '#contract/generation.ts'
import type { ImageShape } from '#contract/image.ts'
import { removeComment, resolveComment, type SaidOfImage } from '#web/data/review.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { madeFact, seedFact } from '#web/ui/image-facts.ts'
import { Notes } from '#web/ui/notes.tsx'
import { PictureRemarks } from '#web/viewing/pins/picture-remarks.tsx'
import { RemarkActs } from '#web/viewing/pins/remark-acts.tsx'
import { useBoardView } from '../board-context.ts'
import { sayNotChanged } from '../review/say-not-changed.ts'
import { seriesTexts } from '../series/texts.ts'
import { copyPrompt, copySeed } from '../sharing/copy.ts'
import { sharingTexts } from '../sharing/texts.ts'
import { BranchedFrom } from './branched-from.tsx'
import { costFact, settingsFact } from './image-facts.ts'
import { LightboxFooter } from './lightbox-footer.tsx'
import { lightboxTexts } from './texts.ts'

type LightboxDetailsProps = {
  generation: GenerationShape
  image: ImageShape
  said: SaidOfImage
  /** The comment whose pin was pressed last. */
  pressed: { readonly id: string } | null
  onHide(): void
}

/** The panel beside the picture: how it was made, and what can be done with it. */
export function LightboxDetails({ generation, image, said, pressed, onHide }: LightboxDetailsProps) {
  const { board } = useBoardView()
  const { facts } = lightboxTexts
  return (
    <aside className="lightbox-details" aria-label={lightboxTexts.details}>
      <header>
        <h2 className="mr-auto font-semibold">{lightboxTexts.details}</h2>
        <IconButton size="small" label={lightboxTexts.hideDetails} onClick={onHide}>
          <PanelRight />
        </IconButton>
      </header>
      <div className="lightbox-facts">
        <div className="min-w-0">
          <div className="flex h-7 items-center justify-between text-12 text-muted">
            {lightboxTexts.prompt}
            <IconButton
              size="small"
              label={sharingTexts.copyPrompt}
              className="-mr-2"
              onClick={() => void copyPrompt(board, generation.id)}
            >
              <Copy />
            </IconButton>
          </div>
          <p className="lightbox-prompt">{generation.prompt}</p>
          <BranchedFrom generation={generation} />
        </div>
        <dl className="tabular-nums">
          <dt>{facts.model}</dt>
          <dd>{generation.model}</dd>
          <dt>{facts.settings}</dt>
          <dd>{settingsFact(generation, image)}</dd>
          <dt>{facts.seed}</dt>
          <dd>
            {seedFact(image.seed)}
            <IconButton size="small" label={sharingTexts.copySeed} onClick={() => void copySeed(image.seed)}>
              <Copy />
            </IconButton>
          </dd>
          <dt>{facts.cost}</dt>
          <dd>{board.hidesModel(generation.id) ? seriesTexts.hiddenCost : costFact(generation)}</dd>
          <dt>{facts.made}</dt>
          <dd>{madeFact(image.createdAt)}</dd>
        </dl>
        <Notes label={lightboxTexts.notes} notes={image.warnings} />
        <PictureRemarks remarks={said.comments} likedBy={said.likedBy} pressed={pressed}>
          {({ id, isResolved }) => (
            <RemarkActs
              isResolved={isResolved}
              onResolve={(wanted) => void resolveComment(board.projectId, id, wanted).catch(sayNotChanged)}
              onRemove={() => void removeComment(board.projectId, id).catch(sayNotChanged)}
            />
          )}
        </PictureRemarks>
      </div>
      <LightboxFooter generation={generation} image={image} />
    </aside>
  )
}
