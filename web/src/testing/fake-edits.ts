import type { EditOperationShape } from '#contract/cards/edit.ts'
import { type EditOperation, editOperations, operationTitle } from '#domain/edit/operation.ts'

const thisMachine = { executor: 'this-machine', model: 'this-machine', price: 0, seconds: 2, needsMask: false }
const fill = { executor: 'ChatGPT Image Fast', model: 'chatgpt-image-fast', price: 135, seconds: 10, needsMask: true }

/** The offers of a server on which one model with a key can change and erase, and everything else but words is local. */
export const offeredEdits = (
  over: Partial<Record<EditOperation, Partial<EditOperationShape>>> = {},
): EditOperationShape[] =>
  editOperations.map((operation) => {
    const executors = operation === 'change' ? [fill] : operation === 'erase' ? [fill, thisMachine] : [thisMachine]
    const can = operation === 'instruct' || operation === 'restyle' ? [] : executors
    return {
      operation,
      title: operationTitle[operation],
      executor: can[0]?.executor ?? null,
      price: can[0]?.price ?? 0,
      seconds: can[0]?.seconds ?? null,
      note: null,
      enabledBy: can.length === 0 ? 'Connect a model that edits by words.' : null,
      executors: can,
      ...over[operation],
    }
  })
