import type { InferenceSession, Tensor } from 'onnxruntime-common'
import { UnusableModel } from '../unusable-model.ts'

/** ONNX Runtime, in any of its packages. */
export type Runtime = {
  readonly InferenceSession: {
    create(model: Uint8Array | string, options: InferenceSession.SessionOptions): Promise<InferenceSession>
  }
  readonly Tensor: new (
    type: 'float32' | 'int64' | 'uint8',
    data: Float32Array | BigInt64Array | Uint8Array,
    dims: readonly number[],
  ) => Tensor
}

/** Without the arena of memory, what a net used is given back. */
export const sessionOptions = (threads: number): InferenceSession.SessionOptions => ({
  intraOpNumThreads: threads,
  enableCpuMemArena: false,
})

/** Keeps the net of the last task open: pictures are often changed by the same one. */
export type OpenNet = (key: string, model: () => Promise<Uint8Array | string>) => Promise<InferenceSession>

/** @throws UnusableModel where ONNX Runtime can't read it. */
export function createOpenNet(runtime: Runtime, threads: number): OpenNet {
  let open: { readonly key: string; readonly session: InferenceSession } | null = null
  return async (key, model) => {
    if (open?.key === key) return open.session
    await open?.session.release()
    open = null
    const bytes = await model()
    const session = await runtime.InferenceSession.create(bytes, sessionOptions(threads)).catch((error: unknown) => {
      throw new UnusableModel('This net is damaged, or of another kind than the engine knows. Install it again.', {
        cause: error,
      })
    })
    open = { key, session }
    return session
  }
}

/** Runs a net of named inputs. @returns Its first output. @throws UnusableModel where it has none of this kind. */
export async function runNet<Data extends Float32Array | Uint8Array>(
  session: InferenceSession,
  inputs: Record<string, Tensor>,
  kind: new (length: number) => Data,
): Promise<Data> {
  const output = (await session.run(inputs))[session.outputNames[0] ?? '']
  if (output?.data instanceof kind) return output.data
  throw new UnusableModel('This net returns something else than the engine expects. Install it again.')
}
