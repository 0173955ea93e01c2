import { Check, CloudOff, KeyRound, Minus } from 'lucide-react'
import type { ModelShape } from '#contract/model.ts'
import { canAfford } from '#domain/credits/affordable.ts'
import { isKeyed } from '#domain/models/provider-keys.ts'
import { useCredits } from '#web/data/credits.ts'
import { Button } from '#web/ui/button.tsx'
import { ConnectLink, InstallLink, OwnKeyLink } from './connect-link.tsx'
import { FavouriteButton } from './favourite-button.tsx'
import { modelTexts } from './texts.ts'

type ModelDetailsProps = {
  readonly model: ModelShape
  /** Of a retired model the one to use in its place. */
  readonly successor: ModelShape | null
  onUse(model: ModelShape): void
}

/** Everything about one model: the right pane of the picker. */
export function ModelDetails({ model, successor, onUse }: ModelDetailsProps) {
  const credits = useCredits()
  const isBeyond = model.isAvailable && credits != null && !canAfford(model.prices, credits.available)
  const stats = [
    [modelTexts.images, modelTexts.imagesOf(model.stats.images)],
    [modelTexts.secondsLabel, String(model.stats.speed)],
    ...(credits === null ? [] : [[modelTexts.creditsLabel, modelTexts.creditsEach(model.stats.credits)]]),
  ]
  return (
    <div className="flex h-full flex-col gap-4 p-5">
      <div>
        <div className="-mt-2 -mr-2 flex items-center gap-2">
          <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 font-semibold text-16">
            {model.name} <span className="badge">{model.badge}</span>
          </p>
          <FavouriteButton model={model} />
        </div>
        <p className="mt-2 text-13 text-muted">{model.description}</p>
      </div>
      <dl className="grid grid-cols-3 border-hairline border-y py-3 tabular-nums">
        {stats.map(([label, value]) => (
          <div key={label}>
            <dt className="text-12 text-muted">{label}</dt>
            <dd className="font-medium text-14">{value}</dd>
          </div>
        ))}
      </dl>
      {model.usualSeconds !== null && <p className="text-13 text-muted">{modelTexts.usually(model.usualSeconds)}</p>}
      {model.ownKey && <p className="text-13 text-muted">{modelTexts.ownKey}</p>}
      {model.notice && (
        <p className="flex gap-2 rounded-8 bg-raised p-3 text-13">
          <CloudOff aria-hidden="true" className="mt-0.5 text-muted" /> {model.notice}
        </p>
      )}
      {isBeyond && <p className="text-13 text-danger">{modelTexts.beyondCredits}</p>}
      <p className="flex flex-wrap gap-1">
        {model.features.map((feature) => (
          <span key={feature} className="badge">
            {feature}
          </span>
        ))}
      </p>
      {model.missing ? (
        <p className="mt-auto flex gap-2 rounded-8 bg-raised p-3 text-13">
          <KeyRound aria-hidden="true" className="mt-0.5 text-muted" />
          <span>
            <span className="block font-medium">{successor ? modelTexts.retired : modelTexts.missing}</span>
            <span className="text-muted">{model.missing}</span>
            {successor ? (
              <SuccessorButton successor={successor} onUse={onUse} />
            ) : (
              <span className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
                {isKeyed(model.provider) && <OwnKeyLink />}
                <ConnectLink />
                <InstallLink />
              </span>
            )}
          </span>
        </p>
      ) : (
        <ul className="mt-auto grid gap-1 text-13">
          {capabilityLines(model).map((line) => (
            <li key={line.text} className={`flex items-center gap-2 ${line.can ? '' : 'text-muted'}`}>
              {line.can ? <Check aria-hidden="true" className="text-muted" /> : <Minus aria-hidden="true" />}
              {line.text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Chooses the model that takes the place of a retired one. */
export function SuccessorButton({ successor, onUse }: { successor: ModelShape; onUse(model: ModelShape): void }) {
  return (
    <Button kind="solid" size="small" className="mt-2" onClick={() => onUse(successor)}>
      {modelTexts.use(successor.name)}
    </Button>
  )
}

type CapabilityLine = { readonly text: string; readonly can: boolean }

const texts = modelTexts.can

/** What a model supports, then in one line what it does not. */
export function capabilityLines({ capabilities }: Pick<ModelShape, 'capabilities'>): CapabilityLine[] {
  const { supportsStyles, supportsImagePrompts, supportsCustomRatios, supportsEditing, supportsRaw } = capabilities
  const can = [
    supportsStyles && supportsImagePrompts && texts.stylesAndPrompts,
    supportsStyles && !supportsImagePrompts && texts.styles,
    !supportsStyles && supportsImagePrompts && texts.prompts,
    supportsCustomRatios ? texts.allRatios : texts.ownRatio,
    supportsEditing && texts.editing,
    supportsRaw && texts.raw,
  ].filter((text) => text !== false)
  const cannot = [
    !supportsStyles && texts.styles,
    !supportsImagePrompts && texts.prompts,
    !supportsEditing && texts.editing,
    !supportsRaw && texts.raw,
  ].filter((text) => text !== false)
  const lines = can.map((text) => ({ text, can: true }))
  if (cannot.length === 0) return lines
  return [...lines, { text: texts.nothing(cannot.map((text) => text.toLowerCase()).join(', no ')), can: false }]
}
