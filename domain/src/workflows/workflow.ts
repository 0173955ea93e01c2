import type { ChosenInput, InputControl } from '../models/controls.ts'

/** A node of a graph as ComfyUI exports it for its API. A link to another node is `[node, output]`. */
export type WorkflowNode = {
  readonly class_type: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly _meta?: { readonly title?: string | undefined } | undefined
}
/** 'Export (API)': nodes by their ids. */
export type WorkflowGraph = Readonly<Record<string, WorkflowNode>>

/** The slots that a picture's settings are put into. */
export const workflowSlots = ['prompt', 'seed', 'width', 'height', 'input image', 'mask'] as const
export type WorkflowSlot = (typeof workflowSlots)[number]

/** An input of a node. */
export type InputPlace = { readonly node: string; readonly input: string }
/** An input that a slot is put into; a slot may have several. */
export type SlotPlace = InputPlace & { readonly slot: WorkflowSlot }
/** An input that holds a value, and what it is called. */
export type WorkflowInput = InputPlace & {
  readonly title: string
  readonly classType: string
  readonly value: string | number | boolean
}
/** An input that is chosen for each picture, as what it takes was described when that was decided. */
export type AskedInput = InputPlace & Omit<InputControl, 'usual'>
/** A value that was chosen in the place of the one in the graph. */
export type InputValue = InputPlace & { readonly value: string | number | boolean }

/** Graphs are some hundred nodes at most. */
export const maxNodes = 1_000
/** Of the file, in bytes. */
export const maxWorkflow = 400_000
/** Of one owner. */
export const maxWorkflows = 50

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNode = (value: unknown): value is WorkflowNode => {
  if (!isObject(value) || typeof value.class_type !== 'string' || !isObject(value.inputs)) return false
  const { _meta: meta } = value
  return meta === undefined || (isObject(meta) && (meta.title === undefined || typeof meta.title === 'string'))
}

/** Whether some JSON is a workflow in API form. */
export function isWorkflow(json: unknown): json is WorkflowGraph {
  if (!isObject(json)) return false
  const nodes = Object.values(json)
  return nodes.length > 0 && nodes.length <= maxNodes && nodes.every(isNode)
}

/** Whether it is a workflow as ComfyUI saves it for its own editor, which its API can't run. */
export const isEditorWorkflow = (json: unknown): boolean =>
  isObject(json) && Array.isArray(json.nodes) && Array.isArray(json.links)

/** The name of a node: its title, else its class. */
const titleOf = ({ class_type: classType, _meta: meta }: WorkflowNode): string => meta?.title?.trim() || classType

/** A node in a sentence: "'My sampler' (KSampler, node 3)". */
export function nodeName(graph: WorkflowGraph, id: string): string {
  const node = graph[id]
  if (!node) return `node ${id}`
  const title = titleOf(node)
  return title === node.class_type ? `${title} (node ${id})` : `'${title}' (${node.class_type}, node ${id})`
}

const isValue = (value: unknown): value is WorkflowInput['value'] =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))

/** The node that an input is linked to; null where it holds a value. */
const linkedTo = (value: unknown): string | null =>
  Array.isArray(value) && value.length === 2 && (typeof value[0] === 'string' || typeof value[0] === 'number')
    ? String(value[0])
    : null

/** Every input that holds a value, in the order of the graph. */
export const inputsOf = (graph: WorkflowGraph): readonly WorkflowInput[] =>
  Object.entries(graph).flatMap(([node, { class_type: classType, inputs, _meta }]) =>
    Object.entries(inputs).flatMap(([input, value]) =>
      isValue(value)
        ? [{ node, input, title: titleOf({ class_type: classType, inputs, _meta }), classType, value }]
        : [],
    ),
  )

/** The names of inputs beside others, each by a name of its own: 'KSampler · steps', and of a second such node 'KSampler 8 · steps'. */
export function inputNames(inputs: readonly WorkflowInput[]): readonly string[] {
  const short = inputs.map(({ title, input }) => `${title} · ${input}`)
  return inputs.map(({ title, node, input }, place) => {
    const name = short[place] ?? ''
    return short.indexOf(name) === place ? name : `${title} ${node} · ${input}`
  })
}

/** Inputs of ComfyUI's own nodes that people change from picture to picture: those of samplers, and the strength of a LoRA. */
const oftenAsked = new Set(['steps', 'cfg', 'guidance', 'sampler_name', 'scheduler', 'denoise', 'strength_model'])

/** Whether an input is suggested to be chosen for each picture. */
export const isOftenAsked = ({ input }: Pick<WorkflowInput, 'input'>): boolean => oftenAsked.has(input)

/** The inputs that people choose for each picture, with the values of the graph. An input that it doesn't have any more is left out. */
export const inputControls = (graph: WorkflowGraph, asked: readonly AskedInput[]): readonly InputControl[] =>
  asked.flatMap(({ node, input, ...control }) => {
    const usual = graph[node]?.inputs[input]
    return isValue(usual) ? [{ ...control, usual }] : []
  })

/** The graph with the choices for a picture at their places. */
export const chosenInputValues = (
  asked: readonly AskedInput[],
  chosen: readonly ChosenInput[],
): readonly InputValue[] =>
  asked.flatMap(({ name, node, input }) => {
    const own = chosen.find((each) => each.name === name)
    return own ? [{ node, input, value: own.value }] : []
  })

/** Values for marked nodes, by the names of inputs: the first that the node has. */
const titledInputs: Readonly<Record<WorkflowSlot, readonly string[]>> = {
  prompt: ['text', 'prompt', 'value', 'string'],
  seed: ['seed', 'noise_seed', 'value', 'int'],
  width: ['width', 'value', 'int'],
  height: ['height', 'value', 'int'],
  'input image': ['image'],
  mask: ['image', 'mask'],
}

/** Titles name the purpose of a node; several are separated by commas: 'seed, steps'. */
const namesIn = (title: string): string[] =>
  title
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())

function byTitle(graph: WorkflowGraph, slot: WorkflowSlot): SlotPlace[] {
  return Object.entries(graph).flatMap(([node, { inputs, _meta }]) => {
    if (!namesIn(_meta?.title ?? '').includes(slot)) return []
    const input = titledInputs[slot].find((name) => isValue(inputs[name]))
    return input === undefined ? [] : [{ slot, node, input }]
  })
}

/** Inputs of nodes that encode words, as ComfyUI's own nodes name them. */
const textInputs = ['text', 'text_g', 'text_l', 'clip_l', 't5xxl', 'prompt', 'string', 'value']

/** The words that flow into an input: those of the first nodes on the way that hold any. */
function wordsInto(graph: WorkflowGraph, from: string): SlotPlace[] {
  const seen = new Set<string>()
  let ring = [from]
  while (ring.length > 0) {
    const found = ring.flatMap((node) =>
      textInputs.flatMap((input): SlotPlace[] =>
        typeof graph[node]?.inputs[input] === 'string' ? [{ slot: 'prompt', node, input }] : [],
      ),
    )
    if (found.length > 0) return found
    for (const node of ring) seen.add(node)
    ring = [
      ...new Set(
        ring.flatMap((node) => Object.values(graph[node]?.inputs ?? {}).flatMap((value) => linkedTo(value) ?? [])),
      ),
    ].filter((node) => !seen.has(node))
  }
  return []
}

/** The prompt is what flows into a sampler as positive, or into a guider as the only condition. */
function findPrompt(graph: WorkflowGraph): SlotPlace[] {
  for (const name of ['positive', 'conditioning'])
    for (const { inputs } of Object.values(graph)) {
      const from = linkedTo(inputs[name])
      // A node between encoder and sampler has the same input: the words on the way are the same.
      const words = from === null ? [] : wordsInto(graph, from)
      if (words.length > 0) return words
    }
  const encoders = Object.entries(graph).filter(
    ([, { class_type: classType, inputs }]) => /TextEncode/i.test(classType) && typeof inputs.text === 'string',
  )
  const [only] = encoders
  return only && encoders.length === 1 ? [{ slot: 'prompt', node: only[0], input: 'text' }] : []
}

/** An input's place, or that of the number that it is linked to. */
function numberAt(graph: WorkflowGraph, place: InputPlace): InputPlace | null {
  const value = graph[place.node]?.inputs[place.input]
  if (typeof value === 'number') return place
  const node = linkedTo(value)
  const inputs = node === null ? undefined : graph[node]?.inputs
  const input = ['value', 'int', 'Number'].find((name) => typeof inputs?.[name] === 'number')
  return node !== null && input !== undefined ? { node, input } : null
}

/** Nodes that decide the size of a picture. */
const isOfSize = /^Empty\w*Latent|^ModelSamplingFlux$|^Flux2Scheduler$/

function findSide(graph: WorkflowGraph, slot: 'width' | 'height'): SlotPlace[] {
  const places = Object.entries(graph).flatMap(([node, { class_type: classType }]) => {
    const place = isOfSize.test(classType) ? numberAt(graph, { node, input: slot }) : null
    return place ? [{ slot, ...place }] : []
  })
  return [...new Map(places.map((place) => [`${place.node} ${place.input}`, place])).values()]
}

const findSeeds = (graph: WorkflowGraph): SlotPlace[] =>
  Object.entries(graph).flatMap(([node, { inputs }]) =>
    ['seed', 'noise_seed'].flatMap((input): SlotPlace[] =>
      typeof inputs[input] === 'number' ? [{ slot: 'seed', node, input }] : [],
    ),
  )

/** The first node of a class that loads a picture, and whose title says no other slot; others keep theirs. */
function findLoader(graph: WorkflowGraph, slot: 'input image' | 'mask', classType: string): SlotPlace[] {
  const found = Object.entries(graph).find(
    ([, node]) =>
      node.class_type === classType &&
      typeof node.inputs.image === 'string' &&
      !workflowSlots.some((other) => namesIn(node._meta?.title ?? '').includes(other)),
  )
  return found ? [{ slot, node: found[0], input: 'image' }] : []
}

const pictureOf = (graph: WorkflowGraph): SlotPlace[] => {
  const titled = byTitle(graph, 'input image')
  return titled.length > 0 ? titled : findLoader(graph, 'input image', 'LoadImage')
}

/** The second output of LoadImage is the transparency of its picture: ComfyUI's own editor of masks paints there. */
const isMaskOf = (value: unknown, node: string) => linkedTo(value) === node && Array.isArray(value) && value[1] === 1

function findMask(graph: WorkflowGraph): SlotPlace[] {
  const loaded = findLoader(graph, 'mask', 'LoadImageMask')
  if (loaded.length > 0) return loaded
  return pictureOf(graph)
    .filter(({ node }) =>
      Object.values(graph).some(({ inputs }) => Object.values(inputs).some((value) => isMaskOf(value, node))),
    )
    .map((place) => ({ ...place, slot: 'mask' }))
}

/**
 * Finds where the settings of a picture go: by the titles of nodes ('prompt', 'seed, width'), else by what ComfyUI's own nodes are. A slot
 * without a place keeps what the workflow has.
 */
export function findSlots(graph: WorkflowGraph): readonly SlotPlace[] {
  const byClass: Readonly<Record<WorkflowSlot, () => SlotPlace[]>> = {
    prompt: () => findPrompt(graph),
    seed: () => findSeeds(graph),
    width: () => findSide(graph, 'width'),
    height: () => findSide(graph, 'height'),
    'input image': () => pictureOf(graph),
    mask: () => findMask(graph),
  }
  return workflowSlots.flatMap((slot) => {
    const titled = byTitle(graph, slot)
    return titled.length > 0 ? titled : byClass[slot]()
  })
}

/** The places that each slot may be put into: inputs with a value of its kind. */
export const mayHold = (slot: WorkflowSlot, { value }: Pick<WorkflowInput, 'value'>): boolean =>
  slot === 'seed' || slot === 'width' || slot === 'height' ? typeof value === 'number' : typeof value === 'string'

/** Whether a place has two slots: the mask is the transparency of the picture then. */
export const isSamePlace = (a: InputPlace, b: InputPlace): boolean => a.node === b.node && a.input === b.input

/** Whether each place is an input of the graph that may hold its slot. */
export function fitsGraph(graph: WorkflowGraph, places: readonly SlotPlace[]): boolean {
  const inputs = new Map(inputsOf(graph).map((each) => [`${each.node} ${each.input}`, each]))
  return places.every(({ slot, node, input }) => {
    const held = inputs.get(`${node} ${input}`)
    return held !== undefined && mayHold(slot, held)
  })
}

/** Whether each value is of an input of the graph that holds one of its kind. */
export function areValuesOf(graph: WorkflowGraph, values: readonly InputValue[]): boolean {
  return values.every(({ node, input, value }) => {
    const held = graph[node]?.inputs[input]
    return isValue(held) && isValue(value) && typeof held === typeof value
  })
}

/** The graph with other values; a place that it doesn't have, or that is linked, is left out. */
export function withValues(graph: WorkflowGraph, values: readonly InputValue[]): WorkflowGraph {
  const filled: Record<string, WorkflowNode> = { ...graph }
  for (const { node, input, value } of values) {
    const target = filled[node]
    if (!target || !isValue(target.inputs[input])) continue
    filled[node] = { ...target, inputs: { ...target.inputs, [input]: value } }
  }
  return filled
}

/** The slots of a workflow, each once. */
export const slotsOf = (places: readonly SlotPlace[]): ReadonlySet<WorkflowSlot> =>
  new Set(places.map(({ slot }) => slot))

/** Whether it can make a picture of what a person says: of words, or of a picture. */
export const isDrivable = (places: readonly SlotPlace[]): boolean =>
  places.some(({ slot }) => slot === 'prompt' || slot === 'input image')

/** The values of a picture in all places of their slots. */
export const slotValues = (
  places: readonly SlotPlace[],
  values: Readonly<Partial<Record<WorkflowSlot, string | number>>>,
): readonly InputValue[] =>
  places.flatMap(({ slot, node, input }) => {
    const value = values[slot]
    return value === undefined ? [] : [{ node, input, value }]
  })
