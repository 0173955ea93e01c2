import type { EditOperation } from '#domain/edit/operation.ts'
import { toolOf } from '#domain/edit/this-machine.ts'
import type { Model } from '#domain/models/model.ts'
import type { LocalTools } from '#server/providers/local/onnx/local-tools.ts'

/** The work of this machine without a tool, where that is less than the operation's name says. */
const notes: Readonly<Partial<Record<EditOperation, string>>> = {
  erase: 'Fills the selection smoothly from its edges: good for spots, wires and small things.',
  extend: 'Mirrors the edges of the picture. A model paints new ones.',
  'remove-background':
    'Looks for the subject inside a box near the edges. Paint what stays, or draw a box, where it finds something else.',
  upscale: 'Enlarges without a model: no new detail.',
  restyle: 'Has computed looks: black and white, sepia, cyanotype, duotone, poster, halftone, pencil, ink, pixel art.',
}

export type EditHint = {
  /** A note to read before this machine does it; null where there is nothing. */
  readonly note: string | null
  /** The thing that would enable it, or do it better; null where nothing would. */
  readonly enabledBy: string | null
}

/** Notes on an operation, as sentences. @param models All editors, connected or not. */
export async function hintFor(
  operation: EditOperation,
  { models, localTools }: { readonly models: readonly Model[]; readonly localTools: LocalTools },
): Promise<EditHint> {
  // A tool that finds the subject shows a painter the background.
  const task = operation === 'replace-background' ? 'cut-out' : toolOf[operation]
  const state = task ? await localTools.state(task) : null
  const names = models
    .filter(({ edits, isBuiltIn, retired }) => edits?.[operation] && !isBuiltIn && !retired)
    .map(({ name }) => name)
  const ways = [
    ...(state?.kind === 'missing' ? [`Install ${state.tool.name} under 'Models', 'On this machine'.`] : []),
    ...(names.length > 0 ? [`A key under 'Model keys' opens ${names.slice(0, 3).join(', ')}.`] : []),
  ]
  return {
    note: state?.kind === 'installed' ? null : (notes[operation] ?? null),
    enabledBy: ways.length === 0 ? null : ways.join(' '),
  }
}
