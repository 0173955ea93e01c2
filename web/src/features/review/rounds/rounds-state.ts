import { useEffect, useState } from 'react'
import type { SharedProofShape, SharedRoundShape, SharedRoundsShape } from '#contract/sharing/round.ts'
import type { ProofDecision } from '#domain/sharing/round.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { decideProof, readRounds, withdrawDecision } from '#web/data/shared/rounds.ts'
import { useStore } from '#web/data/store.ts'
import { showToast } from '#web/ui/toast.ts'
import type { Review } from '../review-state.ts'
import { roundTexts } from './texts.ts'

/** The decision of this reviewer about a proof. */
export const ownDecision = ({ decisions }: SharedProofShape) => decisions.find(({ isYours }) => isYours) ?? null

type Decision = { readonly decision: ProofDecision; readonly words: string | null }

/** The rounds of a link with what this reviewer can do about them. */
export type Rounds = {
  /** Null while they are read. */
  readonly value: SharedRoundsShape | null
  /** Approves a proof or asks for changes. Resolves to whether the server has it. */
  decide(number: number, proof: number, decision: Decision): Promise<boolean>
  withdraw(number: number, proof: number): Promise<boolean>
}

/** Reads the rounds of a link, and again with every change of what its reviewers said. */
export function useRounds(review: Review): Rounds {
  const { id, feedback, feedbackCount } = review
  const said = useStore(feedback)
  const [value, setValue] = useState<SharedRoundsShape | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again whenever something was said
  useEffect(() => {
    let isOver = false
    readRounds(id).then(
      (rounds) => !isOver && setValue(rounds),
      // Read again with the next change; a link that has ended is noticed by the page.
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [id, said])

  const send = async (call: () => Promise<SharedRoundShape>): Promise<boolean> => {
    try {
      const changed = await call()
      setValue(
        (before) =>
          before && { ...before, items: before.items.map((round) => (round.id === changed.id ? changed : round)) },
      )
      feedbackCount.set(feedbackCount.get() + 1)
      return true
    } catch (error) {
      const description = errorMessage(error, roundTexts.tryAgain)
      showToast({ kind: 'error', title: roundTexts.notDecided, description })
      void readRounds(id).then(setValue, () => {})
      return false
    }
  }
  return {
    value,
    decide: (number, proof, decision) => send(() => decideProof({ id, number, proof }, decision)),
    withdraw: (number, proof) => send(() => withdrawDecision({ id, number, proof })),
  }
}
