import { useQuery } from '@tanstack/react-query'
import type { LocalModelShape, LocalModelsShape } from '#contract/models/local-model.ts'
import { localModelsQuery } from '#web/data/models/local-models.ts'

/** The net of the server's machine that finds the subject of a picture; `none`: this server has none to install. */
export type CutOutNet =
  | { readonly kind: 'reading' | 'none' | 'installed' }
  | { readonly kind: 'missing'; readonly net: LocalModelShape; readonly access: LocalModelsShape['access'] }

/** Finds the net that cuts out here, else the first of the catalog, which can be installed. Read again while it is downloaded. */
export function useCutOutNet(): CutOutNet {
  const { data, isError } = useQuery(localModelsQuery)
  if (!data) return { kind: isError ? 'none' : 'reading' }
  const nets = data.items.filter(({ does }) => does === 'cut-out')
  if (nets.some(({ state }) => state.kind === 'installed' || state.kind === 'checking')) return { kind: 'installed' }
  const net = nets.find(({ state }) => state.kind === 'downloading') ?? nets[0]
  return net ? { kind: 'missing', net, access: data.access } : { kind: 'none' }
}
