import type { PurseStepShape } from '#contract/purse.ts'
import type { HistoryEntry, HistoryKind } from '#domain/history/replay.ts'
import type { StepEffect } from '#domain/purses/undo-steps.ts'

/** A moment of a replay: after so many entries, a step of a purse was done. */
export type PurseStop = { readonly count: number; readonly step: PurseStepShape }

/** The entries of a card's history that an effect leaves; marks leave none. */
const kindsOf: Readonly<Record<StepEffect['kind'], readonly HistoryKind[]>> = {
  made: ['made'],
  placed: ['moved'],
  folded: ['folded', 'unfolded'],
  marked: [],
  trashed: ['deleted'],
  restored: ['restored'],
}

/** A step is stored as of the beginning of its transaction, its entries as of the change. */
const longestChangeMs = 10_000

const isOf = (step: PurseStepShape, at: number, entry: HistoryEntry) =>
  entry.at >= at - 1 &&
  entry.at <= at + longestChangeMs &&
  step.effects.some(({ kind, generationId }) => generationId === entry.cardId && kindsOf[kind].includes(entry.kind))

/**
 * The moments of a replay at which the steps of a purse were done, in order. A step that left no entry, as a mark, is shown on the
 * board as it was then.
 * @param entries Sorted by time. @param steps In any order.
 */
export function stopsOf(entries: readonly HistoryEntry[], steps: readonly PurseStepShape[]): PurseStop[] {
  return steps
    .map((step) => {
      const at = Date.parse(step.at)
      const last = entries.findLastIndex((entry) => isOf(step, at, entry))
      return { count: last === -1 ? entries.filter((entry) => entry.at <= at).length : last + 1, step }
    })
    .sort((a, b) => a.step.at.localeCompare(b.step.at) || a.count - b.count)
}
