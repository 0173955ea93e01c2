import type { SharedProofShape, SharedRoundShape } from '#contract/sharing/round.ts'
import { type TextPiece, textDifference } from '#domain/lineage/text-difference.ts'
import { promptOf } from '#domain/prompt/prompt-of.ts'
import type { SharedPicture, Shown } from '../review-state.ts'

/** The change of a proof since the round before. */
export type ProofChange = {
  /** The round before. */
  readonly round: number
  /** The picture of the proof with the same number there. */
  readonly imageId: string
  readonly isSame: boolean
  /** Whether both pictures can be compared: they are among what the link shows. */
  readonly isComparable: boolean
  /** The difference of their words; null where the link shows no prompts, or they are the same. */
  readonly words: readonly TextPiece[] | null
}

const wordsOf = (picture: SharedPicture | undefined): string | null =>
  picture?.card.recipe ? promptOf(picture.card.recipe, picture.image) : null

/** The change of a proof since the proof of its number in the round before; null where there is none. */
export function findChange(
  { pictures }: Pick<Shown, 'pictures'>,
  { rounds, round, proof }: { rounds: readonly SharedRoundShape[]; round: SharedRoundShape; proof: SharedProofShape },
): ProofChange | null {
  const before = rounds.find(({ number }) => number === round.number - 1)
  const old = before?.proofs.find(({ number }) => number === proof.number)
  if (!before || !old) return null
  const isSame = old.sha256 === proof.sha256
  const [oldWords, words] = [wordsOf(pictures.get(old.imageId)), wordsOf(pictures.get(proof.imageId))]
  return {
    round: before.number,
    imageId: old.imageId,
    isSame,
    isComparable: !isSame && pictures.has(old.imageId) && pictures.has(proof.imageId),
    words: oldWords !== null && words !== null && oldWords !== words ? textDifference(oldWords, words) : null,
  }
}
