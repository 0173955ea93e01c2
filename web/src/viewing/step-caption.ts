import { shownModel } from '#domain/generation/origin.ts'
import { changedKinds, type Difference, type DifferenceKind, mainChange } from '#domain/lineage/difference.ts'
import type { TextPiece } from '#domain/lineage/text-difference.ts'
import { controlChanges } from './control-texts.ts'
import { editTexts } from './edit-texts.ts'
import { differenceTexts, filmstripTexts } from './texts.ts'

/** The parts of a caption: the words, and the number of other changes. */
export type StepCaption = { readonly text: string; readonly others: number }

const wordsOf = (pieces: readonly TextPiece[], kind: TextPiece['kind']) =>
  pieces
    .filter((piece) => piece.kind === kind)
    .map(({ text }) => text.trim().replace(/^,\s*/u, ''))
    .filter(Boolean)
    .join(' · ')

const promptOf = (pieces: readonly TextPiece[]) =>
  pieces
    .filter(({ kind }) => kind !== 'removed')
    .map(({ text }) => text)
    .join('')
    .trim()

/** The added words, else the removed ones. A prompt that kept nothing is shown as a new one. */
function promptCaption(pieces: readonly TextPiece[]): string {
  const added = wordsOf(pieces, 'added')
  if (wordsOf(pieces, 'kept') === '' && added !== '') return promptOf(pieces)
  return added === '' ? filmstripTexts.removed(wordsOf(pieces, 'removed')) : filmstripTexts.added(added)
}

/** Fields that differ at nearly every branch, and are not worth a caption beside another change. */
const isQuiet = (kind: DifferenceKind) => kind === 'seed' || kind === 'parentImageId'

/** The main change of a step. */
export function stepCaption(difference: Difference | null, styleTitle: (id: string | null) => string): StepCaption {
  const main = difference && mainChange(difference)
  if (!difference || !main) return { text: filmstripTexts.start, others: 0 }
  const others = changedKinds(difference).filter((kind) => kind !== main && !isQuiet(kind)).length
  const became = (value: string | undefined) => filmstripTexts.became(differenceTexts.fields[main], value ?? '')
  const text = () => {
    switch (main) {
      case 'edit':
        return editTexts.short(difference.edit?.after ?? null)
      case 'prompt':
        return promptCaption(difference.prompt ?? [])
      case 'style':
        return became(styleTitle(difference.style?.after ?? null))
      case 'rawMode':
        return became(differenceTexts.onOff(difference.rawMode?.after ?? false))
      case 'controls': {
        const [first] = difference.controls ? controlChanges(difference.controls) : []
        return first ? filmstripTexts.became(first.name, first.after) : differenceTexts.fields.controls
      }
      case 'model':
        return became(shownModel(difference.model?.after ?? null))
      case 'aspectRatio':
      case 'resolution':
        return became(difference[main]?.after)
      default:
        return filmstripTexts.changed[main]
    }
  }
  return { text: text(), others }
}
