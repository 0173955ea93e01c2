import type { NodeInputKind, NodeKind } from '#server/providers/provider.ts'
import type { ComfyUi } from './comfyui-client.ts'
import type { ComfyNodeInfo } from './comfyui-replies.ts'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)

/** More than a person can look through; such an input is a text. */
const maxOptions = 2_000

/** An input as `object_info` says it: a type with its limits, or what can be chosen; newer nodes name that among the limits. */
function inputKindOf([type, given]: readonly [unknown, ...unknown[]]): NodeInputKind {
  const limits = isRecord(given) ? given : {}
  const listed = Array.isArray(type) ? type : type === 'COMBO' && Array.isArray(limits.options) ? limits.options : null
  const options = listed?.filter((each) => typeof each === 'string') ?? []
  return {
    options: options.length > 0 && options.length <= maxOptions ? options : null,
    least: numberOf(limits.min),
    most: numberOf(limits.max),
    isWhole: type === 'INT',
    isLong: limits.multiline === true,
    isFile: Object.entries(limits).some(([key, value]) => /upload$/.test(key) && value === true),
  }
}

/** ComfyUI's own nodes that write weights: gigabytes into the folders of its machine, each time they run. */
const storing = /(?:Checkpoint|Model|CLIP|VAE|LoRA)Save$|^Save(?:LoRA|TrainingDataset)|^TrainLoRA/i

function nodeKindOf(name: string, { input, python_module: module }: ComfyNodeInfo): NodeKind {
  const inputs = { ...input.optional, ...input.required }
  return {
    // Its nodes for hosted models ('comfy_api_nodes') spend the credits of the account that it is signed in with.
    // Versions that do not say where a node is from are taken for one of extensions alone.
    isOfExtension: module === undefined || !/^(nodes|comfy_extras\b.*)$/.test(module),
    storesModels: storing.test(name),
    inputs: new Map(Object.entries(inputs).map(([name, kind]) => [name, inputKindOf(kind)])),
  }
}

/** The inputs of the classes of nodes, one call each. A class that it doesn't have is null. */
export async function describeNodes(
  comfy: ComfyUi,
  classes: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, NodeKind | null>> {
  const described = new Map<string, NodeKind | null>()
  // One after the other: it answers from memory, and shares the process with the picture that it paints.
  for (const name of new Set(classes)) {
    const info = await comfy.nodeInfo(name, signal)
    described.set(name, info && nodeKindOf(name, info))
  }
  return described
}
