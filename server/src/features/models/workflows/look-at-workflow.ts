import type { LookedAtWorkflow } from '#contract/models/workflow.ts'
import { maxInputOptions } from '#domain/models/controls.ts'
import { failure, type Result, success } from '#domain/result.ts'
import { sideFault } from '#domain/workflows/picture-sides.ts'
import { faultsOfUserGraph } from '#domain/workflows/user-nodes.ts'
import {
  findSlots,
  inputsOf,
  isOftenAsked,
  isSamePlace,
  nodeName,
  type SlotPlace,
  type WorkflowGraph,
} from '#domain/workflows/workflow.ts'
import type { Refusal } from '#server/db/refusal.ts'
import { type NodeInputKind, type NodeKind, ProviderError } from '#server/providers/provider.ts'
import type { ModelRegistry } from '#server/providers/registry.ts'

/** Some dozen answers from memory. */
const lookMs = 20_000

type Kinds = ReadonlyMap<string, NodeKind | null>
type Fault = LookedAtWorkflow['faults'][number]

/** Asks ComfyUI what the nodes of a graph take. */
async function describe(registry: ModelRegistry, graph: WorkflowGraph): Promise<Result<Kinds, Refusal>> {
  const workflows = registry.provider('comfyui')?.workflows
  if (!workflows) return failure({ code: 'unavailable', message: 'No ComfyUI is connected to this server.' })
  try {
    const classes = Object.values(graph).map(({ class_type: name }) => name)
    return success(await workflows.describe(classes, AbortSignal.timeout(lookMs)))
  } catch (error) {
    if (error instanceof ProviderError || error instanceof DOMException)
      return failure({
        code: 'unavailable',
        message: 'ComfyUI does not answer at the moment. Start it, then try again.',
      })
    throw error
  }
}

/**
 * Why a workflow can't run, by its nodes. Extensions can run any code, spend money and read every file of their machine: they are the
 * operator's decision. What ComfyUI has stored for others is no input of a person's workflow either.
 */
function faultsOf(
  graph: WorkflowGraph,
  kinds: Kinds,
  { places, mayAll }: { readonly places: readonly SlotPlace[]; readonly mayAll: boolean },
): Fault[] {
  const ofUser = new Map(mayAll ? [] : faultsOfUserGraph(graph, places).map((fault) => [fault.node, fault]))
  return Object.entries(graph).flatMap(([node, { class_type: name, inputs }]): Fault[] => {
    const kind = kinds.get(name)
    const at = (message: string) => [{ node, message }]
    if (!kind) return at(`ComfyUI does not have ${nodeName(graph, node)}. Install its extension there.`)
    const side = sideFault(graph, node, places, (input) => kind.inputs.get(input) ?? null)
    if (side !== null) return at(side)
    if (mayAll) return []
    if (kind.isOfExtension)
      return at(
        `${nodeName(graph, node)} is of an extension of ComfyUI. Only the person who runs this server adds workflows with it.`,
      )
    if (kind.storesModels)
      return at(
        `${nodeName(graph, node)} stores a model in ComfyUI. Only the person who runs this server adds workflows with it.`,
      )
    const fault = ofUser.get(node)
    if (fault) return [fault]
    // A later version may take files at more inputs.
    const file = Object.keys(inputs).find(
      (input) => kind.inputs.get(input)?.isFile && !places.some((place) => isSamePlace(place, { node, input })),
    )
    return file === undefined
      ? []
      : at(`${nodeName(graph, node)} loads a file that is stored in ComfyUI. Choose it as the picture or the mask.`)
  })
}

const undescribed: NodeInputKind = {
  options: null,
  least: null,
  most: null,
  isWhole: false,
  isLong: false,
  isFile: false,
}

/** Files that ComfyUI has stored for others are no choice; a list that is too long makes every list of models long. */
const mayBeAsked = ({ isFile, options }: NodeInputKind) => !isFile && (options?.length ?? 0) <= maxInputOptions

/**
 * Reads a workflow as a form: its slots, its other inputs with what their nodes take, and why it can't run.
 * @param places Those that were chosen; null: found in the graph.
 * @param mayAll Whether it is the operator's.
 */
export async function lookAtGraph(
  registry: ModelRegistry,
  graph: WorkflowGraph,
  { places, mayAll }: { readonly places: readonly SlotPlace[] | null; readonly mayAll: boolean },
): Promise<Result<LookedAtWorkflow, Refusal>> {
  const kinds = await describe(registry, graph)
  if (!kinds.ok) return kinds
  const slots = places ?? findSlots(graph)
  const inputs = inputsOf(graph).map((each) => {
    const kind = kinds.value.get(each.classType)?.inputs.get(each.input)
    const { options, least, most, isWhole, isLong } = kind ?? undescribed
    const canBeAsked = kind !== undefined && mayBeAsked(kind)
    return {
      ...each,
      ...{ options: options && [...options], least, most, isWhole, isLong },
      asked: canBeAsked ? (isOftenAsked(each) ? ('each-picture' as const) : ('once' as const)) : ('never' as const),
    }
  })
  return success({ slots: [...slots], inputs, faults: faultsOf(graph, kinds.value, { places: slots, mayAll }) })
}
