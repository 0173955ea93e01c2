import { type EffectName, effectIn, effectNames, effectTitle } from '#domain/edit/effects.ts'
import type { AdjustmentName } from '#domain/edit/operation.ts'
import { Segments, Slider } from './controls.tsx'
import { editorTexts } from './texts.ts'
import type { Editor } from './use-editor.ts'

/** The looks that this machine computes. */
export function LookChoice({ editor: { draft, change } }: { editor: Editor }) {
  const chosen = effectIn(draft.words)
  return (
    <fieldset className="edit-looks" aria-label={editorTexts.look}>
      {effectNames.map((name) => (
        <button
          key={name}
          type="button"
          className="edit-chip"
          aria-pressed={name === chosen}
          onClick={() => change({ words: lookTitle(name) })}
        >
          {lookTitle(name)}
        </button>
      ))}
    </fieldset>
  )
}

/** 'Black and white' */
const lookTitle = (name: EffectName) => effectTitle(name).replace(/^./, (letter) => letter.toUpperCase())

/** How many times a picture is enlarged. */
export const FactorChoice = ({ editor: { draft, change } }: { editor: Editor }) => (
  <Segments
    label={editorTexts.factor}
    className="edit-segments-full"
    value={String(draft.factor) as '2' | '4'}
    values={[
      { value: '2', text: editorTexts.times(2) },
      { value: '4', text: editorTexts.times(4) },
    ]}
    onChange={(factor) => change({ factor: factor === '4' ? 4 : 2 })}
  />
)

/** One of the sliders of 'Adjust'; in its middle nothing is changed. */
export function AdjustmentSlider({ editor: { draft, change }, name }: { editor: Editor; name: AdjustmentName }) {
  const { [name]: value = 0, ...others } = draft.adjustments
  return (
    <Slider
      label={editorTexts.adjustments[name]}
      value={value}
      least={-100}
      most={100}
      text={value > 0 ? `+${value}` : String(value).replace('-', '−')}
      onChange={(next) => change({ adjustments: next === 0 ? others : { ...others, [name]: next } })}
    />
  )
}
