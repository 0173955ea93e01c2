import { cutText } from '#domain/text/cut-text.ts'
import type { PictureDownload } from '#server/providers/common/checked-download.ts'
import type { EndpointFetch } from '#server/providers/common/endpoint-fetch.ts'
import type { Endpoint } from '#server/providers/provider.ts'

/** The parts that adapters of added providers are made with. */
export type AddedProviderOptions = {
  readonly download: PictureDownload
  readonly endpointFetch: EndpointFetch
  /** Instead of the provider's own address; for tests and proxies. */
  readonly baseUrl?: string
  /** About how often to poll, in milliseconds. */
  readonly pollMs?: number
}

/** A place of a provider, with its defaults filled in. */
export type Place = Pick<Endpoint, 'name' | 'reach' | 'owner'> & {
  readonly baseUrl: string
  /** The address at which pictures are trusted as well, whatever it is; null where a person named it. */
  readonly ownBaseUrl: string | null
}

/** Where a call goes: to the added provider's address, else to the kind's own. */
export function placeOf(
  endpoint: Endpoint | null | undefined,
  { name, baseUrl }: { readonly name: string; readonly baseUrl: string },
): Place {
  const address = endpoint?.baseUrl ?? baseUrl
  const reach = endpoint?.baseUrl ? endpoint.reach : 'anywhere'
  return {
    name: endpoint?.name ?? name,
    reach,
    ...(endpoint?.owner !== undefined && { owner: endpoint.owner }),
    baseUrl: address,
    ownBaseUrl: reach === 'public' ? null : address,
  }
}

/** A provider's text may be of any length, and is cut to this before it is searched. Characters. */
const readOfText = 2_000

/** Words that a provider wrote, as one line of the picker: without marks of Markdown, cut at the end of a sentence where it can be. */
export function shortText(text: string, longest: number): string {
  const line = cutText(text, readOfText)
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`#>]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= longest) return line
  const cut = cutText(line, longest)
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('! '), cut.lastIndexOf('? '))
  return end > longest / 3 ? cut.slice(0, end + 1) : `${cutText(line, longest - 1).trimEnd()}…`
}

/** Runs the work for each item, a few at a time, in their order. */
export async function fewAtOnce<Item, Done>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = []
  for (let at = 0; at < items.length; at += most)
    done.push(...(await Promise.all(items.slice(at, at + most).map(work))))
  return done
}
