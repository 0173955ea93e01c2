import type { LookedAtWorkflow, WorkflowShape } from '#contract/models/workflow.ts'
import { uuid } from '#contract/testing/builders.ts'
import { findSlots, inputsOf, isOftenAsked, slotsOf, type WorkflowGraph } from '#domain/workflows/workflow.ts'
import type { Replies } from './fake-server.ts'

const node = (class_type: string, inputs: Record<string, unknown>, title?: string) => ({
  class_type,
  inputs,
  ...(title !== undefined && { _meta: { title } }),
})

/** A small workflow as ComfyUI exports it. */
export const posterGraph: WorkflowGraph = {
  1: node('CheckpointLoaderSimple', { ckpt_name: 'sdxl/base.safetensors' }, 'My model'),
  2: node('CLIPTextEncode', { text: 'beautiful scenery', clip: ['1', 1] }, 'Wanted'),
  3: node('CLIPTextEncode', { text: 'blurry', clip: ['1', 1] }, 'Unwanted'),
  4: node('EmptyLatentImage', { width: 640, height: 512, batch_size: 1 }),
  5: node('KSampler', {
    ...{ seed: 5, steps: 20, cfg: 7, sampler_name: 'euler', scheduler: 'normal', denoise: 1 },
    ...{ model: ['1', 0], positive: ['2', 0], negative: ['3', 0], latent_image: ['4', 0] },
  }),
  6: node('VAEDecode', { samples: ['5', 0], vae: ['1', 2] }),
  7: node('SaveImage', { filename_prefix: 'poster', images: ['6', 0] }),
}

/** The form of a graph, as a ComfyUI that has the usual samplers describes it. */
export const lookedAt = (
  graph: WorkflowGraph = posterGraph,
  over: Partial<LookedAtWorkflow> = {},
): LookedAtWorkflow => ({
  slots: [...findSlots(graph)],
  inputs: inputsOf(graph).map((each) => ({
    ...each,
    options: each.input === 'sampler_name' ? ['euler', 'dpmpp_2m'] : null,
    least: each.input === 'steps' ? 1 : null,
    most: each.input === 'steps' ? 10_000 : null,
    isWhole: each.input === 'steps',
    isLong: each.input === 'text',
    asked: isOftenAsked(each) ? ('each-picture' as const) : ('once' as const),
  })),
  faults: [],
  ...over,
})

/** A workflow of the user's own that works. */
export const workflow = (over: Partial<WorkflowShape> = {}): WorkflowShape => ({
  id: uuid(700),
  name: 'Poster',
  model: `workflow:${uuid(700)}`,
  audience: 'me',
  canChange: true,
  slots: [...slotsOf(findSlots(posterGraph))],
  state: 'works',
  reason: null,
  workedAt: '2026-11-24T10:00:00.000Z',
  seconds: 12.4,
  ...over,
})

type Sent = { readonly call: string; readonly input: unknown }
type Options = {
  items?: readonly WorkflowShape[]
  canAddForEveryone?: boolean
  isReachable?: boolean
  looked?: LookedAtWorkflow
}

/** A server that keeps what the page changes; a test of a workflow goes on until `finish`. */
export function livingWorkflows({
  items: first = [],
  canAddForEveryone = false,
  isReachable = true,
  looked = lookedAt(),
}: Options = {}) {
  const sent: Sent[] = []
  let items = [...first]
  const change = (id: string, over: Partial<WorkflowShape>): WorkflowShape => {
    items = items.map((each) => (each.id === id ? { ...each, ...over } : each))
    return items.find((each) => each.id === id) ?? workflow({ id })
  }
  const note = (call: string, input: unknown) => void sent.push({ call, input })
  const testing = { state: 'testing', reason: null } as const
  const workflows: Replies['workflows'] = {
    list: () => ({ items, nextCursor: null, canAddForEveryone, isReachable }),
    look(input) {
      note('look', input)
      return looked
    },
    read: () => looked,
    add(input) {
      note('add', input)
      const { name, audience } = input
      const added = workflow({ id: uuid(701), name, audience, ...testing, workedAt: null, seconds: null })
      items = [...items, added]
      return added
    },
    change(input) {
      note('change', input)
      const { id, name, slots, values } = input
      return change(id, {
        ...(name !== undefined && { name }),
        ...((slots ?? values) && { ...testing, workedAt: null }),
      })
    },
    test(input) {
      note('test', input)
      return change(input.id, testing)
    },
    remove(input) {
      note('remove', input)
      items = items.filter(({ id }) => id !== input.id)
      return input
    },
  }
  return { sent, workflows, finish: (id: string, over: Partial<WorkflowShape>) => void change(id, over) }
}
