import { isSamePlace, nodeName, type SlotPlace, type WorkflowGraph } from './workflow.ts'

/** The sides of a picture in pixels, where a node does not say its own limits: those of ComfyUI's nodes (nodes.py, MAX_RESOLUTION). */
const sideLimits = { least: 1, most: 16_384 } as const

/** The description of an input by its node; null where it says nothing. */
export type SideLimits = { readonly least: number | null; readonly most: number | null; readonly isWhole: boolean }

const isSideSlot = ({ slot }: SlotPlace) => slot === 'width' || slot === 'height'

/**
 * Why a node can't take the width or height that its graph has for it, as a sentence; null where it can. A linked input holds no number
 * of its own. @param limitsOf What the node takes at an input.
 */
export function sideFault(
  graph: WorkflowGraph,
  node: string,
  places: readonly SlotPlace[],
  limitsOf: (input: string) => SideLimits | null,
): string | null {
  for (const [input, value] of Object.entries(graph[node]?.inputs ?? {})) {
    const isSlot = places.some((place) => isSideSlot(place) && isSamePlace(place, { node, input }))
    const limits = limitsOf(input)
    const isSide = isSlot || ((input === 'width' || input === 'height') && limits?.isWhole === true)
    if (!isSide || Array.isArray(value)) continue
    const least = Math.max(limits?.least ?? sideLimits.least, isSlot ? sideLimits.least : 0)
    const most = Math.min(limits?.most ?? sideLimits.most, sideLimits.most)
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) continue
    return `${nodeName(graph, node)} takes a whole number from ${least} to ${most} as its ${input}. Change it in ComfyUI, and export the workflow again.`
  }
  return null
}
