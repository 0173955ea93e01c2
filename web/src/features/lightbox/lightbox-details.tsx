import { BookMarked, Copy, Info, PanelRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PictureSettings } from '#domain/models/settings-for-model.ts'
import { CommentActs } from '#web/features/review/owner/comment-acts.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { LazySlot, lazyPart } from '#web/ui/lazy-part.tsx'
import { ImageComments } from '#web/viewing/comments.tsx'
import { controlFacts } from '#web/viewing/control-texts.ts'
import type { LightboxDetailsState } from './lightbox.tsx'
import { lightboxTexts } from './texts.ts'

const imageDescription = lazyPart(
  async () => (await import('#web/features/prompts/describe/image-description.tsx')).ImageDescription,
)

type Settings = Pick<PictureSettings, 'aspectRatio' | 'resolution' | 'rawMode' | 'controls'>

/** '4:5 · 2K · 1638 × 2048', with 'Raw' and what was chosen of the model's controls. */
export function settingsFact(settings: Settings, { width, height }: { width: number; height: number }): string {
  const parts = [settings.aspectRatio, settings.resolution, `${width} × ${height}`]
  return [...parts, ...(settings.rawMode ? [lightboxTexts.raw] : []), ...controlFacts(settings.controls)].join(' · ')
}

type LightboxDetailsProps = {
  state: LightboxDetailsState
  projectId: string
  imageId: string
  prompt: string
  /** Notes of the model about the image. */
  notes: readonly string[]
  facts: readonly { readonly name: string; readonly value: ReactNode }[]
  onCopyPrompt(): void
  /** Opens the dialog that describes the image. */
  onDescribe(): void
  /** Null where there is no prompt to be saved. */
  onSavePrompt: (() => void) | null
  /** Below the prompt. */
  origin?: ReactNode
  footer: ReactNode
}

/** The panel beside the picture: how it was generated, its comments and likes, and its actions. */
export function LightboxDetails(props: LightboxDetailsProps) {
  const { state, projectId, imageId, prompt, notes, facts, onCopyPrompt, onDescribe, onSavePrompt, origin, footer } =
    props
  return (
    <aside className="lightbox-details" aria-label={lightboxTexts.details}>
      <header>
        <h2 className="mr-auto font-semibold">{lightboxTexts.details}</h2>
        <IconButton size="small" label={lightboxTexts.hideDetails} onClick={state.onHide}>
          <PanelRight />
        </IconButton>
      </header>
      <div className="lightbox-facts">
        <div className="min-w-0">
          <div className="flex h-7 items-center justify-between text-12 text-muted">
            <span className="mr-auto">{lightboxTexts.prompt}</span>
            {onSavePrompt && (
              <IconButton size="small" label={lightboxTexts.savePrompt} onClick={onSavePrompt}>
                <BookMarked />
              </IconButton>
            )}
            <IconButton size="small" label={lightboxTexts.copyPrompt} className="-mr-2" onClick={onCopyPrompt}>
              <Copy />
            </IconButton>
          </div>
          <p className="lightbox-prompt" dir="auto">
            {prompt}
          </p>
          {origin}
          <LazySlot part={imageDescription} props={{ imageId, onDescribe }} failed={null} />
        </div>
        <dl className="tabular-nums">
          {facts.map(({ name, value }) => (
            <Fact key={name} name={name} value={value} />
          ))}
        </dl>
        <Notes label={lightboxTexts.notes} notes={notes} />
        <ImageComments remarks={state.review.comments} likedBy={state.review.likedBy} pressed={state.pressed}>
          {(comment) => <CommentActs projectId={projectId} comment={comment} />}
        </ImageComments>
      </div>
      {footer}
    </aside>
  )
}

const Fact = ({ name, value }: { name: string; value: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
)

/** Warnings about something, below it; renders nothing without any. */
function Notes({ label, notes }: { label: string; notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <ul aria-label={label} className="mt-4 grid gap-1.5 text-13 text-muted">
      {notes.map((note) => (
        <li key={note} className="flex gap-2">
          <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {note}
        </li>
      ))}
    </ul>
  )
}
