import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import init, { WasmReader } from '@contentauth/c2pa-wasm'

type Store = {
  active_manifest: string
  validation_state: string
  manifests: Record<
    string,
    { assertions: { label: string; data: { actions?: { action: string; digitalSourceType?: string }[] } }[] }
  >
}

let ready: Promise<unknown> | null = null

/** What the credentials of a file say, by the library that verifiers use. `source`: the term of its last action. */
export type VerifiedCredentials = { readonly state: string; readonly actions: string[]; readonly source: string | null }

/** Verifies the content credentials of a file; null where it has none. */
export async function verifiedCredentials(mediaType: string, bytes: Uint8Array): Promise<VerifiedCredentials | null> {
  ready ??= readFile(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))).then((wasm) =>
    init({ module_or_path: wasm }),
  )
  await ready
  const reader = await WasmReader.fromBytes(mediaType, Uint8Array.from(bytes)).catch(() => null)
  if (!reader) return null
  const store = JSON.parse(reader.json()) as Store
  reader.free()
  const assertions = store.manifests[store.active_manifest]?.assertions ?? []
  const actions = assertions.flatMap(({ data }) => data.actions ?? [])
  return {
    state: store.validation_state,
    actions: actions.map(({ action }) => action),
    source: /\/(\w+)$/.exec(actions.at(-1)?.digitalSourceType ?? '')?.[1] ?? null,
  }
}
