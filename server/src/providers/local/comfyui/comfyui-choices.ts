import { type Lora, maxListedLoras } from '#domain/models/controls.ts'
import { ProviderError } from '#server/providers/provider.ts'
import { triggersIn } from '../local-controls.ts'
import type { ComfyUi } from './comfyui-client.ts'
import { describeNodes } from './describe-nodes.ts'

/** The choices at a ComfyUI for its checkpoints. */
export type ComfyChoices = { readonly samplers: readonly string[]; readonly loras: readonly Lora[] }

/**
 * Reads the samplers and LoRAs of a ComfyUI. The words of a LoRA are read once: files of one name do not change them.
 * An older ComfyUI that lacks a call has nothing to choose from there.
 */
export function createComfyChoices() {
  const triggers = new Map<string, readonly string[]>()

  return async function read(comfy: ComfyUi, signal: AbortSignal): Promise<ComfyChoices> {
    const orNothing = async <Value>(asked: Promise<Value>, nothing: Value): Promise<Value> => {
      try {
        return await asked
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof ProviderError) return nothing
        throw error
      }
    }
    const kinds = await orNothing(describeNodes(comfy, ['KSampler'], signal), new Map())
    const names = (await orNothing(comfy.loras(signal), [])).slice(0, maxListedLoras)
    const loras: Lora[] = []
    for (const name of names) {
      const key = `${comfy.address} ${name}`
      const known = triggers.get(key) ?? triggersIn(await orNothing(comfy.metadataOf(name, signal), {}))
      triggers.set(key, known)
      loras.push({ name, triggers: known })
    }
    return { samplers: kinds.get('KSampler')?.inputs.get('sampler_name')?.options ?? [], loras }
  }
}
