import { nodeName, type WorkflowGraph } from '#domain/workflows/workflow.ts'
import { ProviderError } from '../provider.ts'
import { vendorFailure } from '../vendor-failure.ts'
import { type ComfyEnded, refusalSchema } from './comfyui-replies.ts'

const mostCharacters = 300
/** One line, as ComfyUI wrote it. Its messages may be a whole trace. */
const oneLine = (text: string) => {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line
}
const asSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** Too old versions put the node into a text: "Node ID '#5'". */
const nodeIn = (details: string | undefined) => /#([^'"\s]+)/.exec(details ?? '')?.[1]

/**
 * Why ComfyUI did not queue a graph, with the node: 'ComfyUI refuses "My sampler" (KSampler, node 3): Value not in list.'
 * @returns Null where the answer names none.
 */
export function refusalOf(graph: WorkflowGraph, body: string): ProviderError | null {
  const parsed = refusalSchema.safeParse(jsonOf(body))
  if (!parsed.success) return null
  const { error, node_errors: nodes } = parsed.data
  const [first] = Object.entries(nodes).flatMap(([id, { errors }]) => errors.map((each) => ({ id, ...each })))
  if (!first && !error) return null
  const id = first?.id ?? error?.extra_info?.node_id ?? nodeIn(error?.details)
  const { message = '', details } = first ?? error ?? {}
  const why = asSentence(oneLine(details && first ? `${message}: ${details}` : message))
  const where = id === undefined ? 'this workflow' : nodeName(graph, id)
  return new ProviderError('invalid', `ComfyUI refuses ${where}: ${why}`, {
    health: 'reachable',
    vendorCode: body.slice(0, mostCharacters),
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Checks how a prompt ended. @param graph Of a workflow of the operator's or a person's own, whose nodes are named then.
 * @throws ProviderError where it ended without completing.
 */
export function checkEnd({ status }: ComfyEnded, graph: WorkflowGraph | null): void {
  const [name, data] = status?.messages?.find(([each]) => /^execution_(error|interrupted)$/.test(each)) ?? []
  if (name === 'execution_interrupted')
    throw new ProviderError('failed', 'The picture was stopped in ComfyUI. Try again.', {
      health: 'reachable',
      request: 'over',
    })
  if (!name && status?.status_str !== 'error') return
  const vendorCode = `${data?.exception_type}: ${data?.exception_message}`
  if (/out of memory|OutOfMemory/i.test(vendorCode))
    throw new ProviderError('failed', "ComfyUI's graphics card ran out of memory. Try a smaller model.", {
      health: 'reachable',
      vendorCode,
      request: 'over',
    })
  if (!graph || data?.node_id === undefined) throw vendorFailure('ComfyUI', 'failed', { vendorCode, request: 'over' })
  const why = asSentence(oneLine(String(data.exception_message ?? 'it gave no reason')))
  throw new ProviderError('failed', `ComfyUI failed at ${nodeName(graph, String(data.node_id))}: ${why}`, {
    health: 'reachable',
    vendorCode,
    request: 'over',
  })
}
