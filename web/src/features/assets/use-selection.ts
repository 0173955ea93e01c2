import { useRef, useState } from 'react'
import type { AssetShape } from '#contract/asset.ts'
import { showToast } from '#web/ui/toast.ts'
import { assetTexts } from './texts.ts'

/**
 * The selected images of the list: not those that a filter hides. At most `limit` where there is one. A press with
 * Shift adds everything since the last one.
 */
export function useSelection(assets: readonly AssetShape[], most: number) {
  const [chosen, setIds] = useState<ReadonlySet<string>>(new Set())
  const ids = listedOnly(chosen, assets)
  const anchor = useRef<number | null>(null)

  const select = (next: ReadonlySet<string>) => {
    if (next.size <= most) return setIds(next)
    showToast({ kind: 'info', title: assetTexts.tooMany(most) })
  }
  return {
    ids,
    /** In the order of the list. */
    assets: assets.filter(({ id }) => ids.has(id)),
    toggle(index: number, { shiftKey }: { shiftKey: boolean }) {
      const asset = assets[index]
      if (!asset) return
      if (shiftKey && anchor.current !== null) select(withRange(ids, assets, [anchor.current, index]))
      else select(toggled(ids, asset.id))
      anchor.current = index
    },
    selectAll: () => select(new Set(assets.map(({ id }) => id))),
    clear() {
      setIds(new Set())
      anchor.current = null
    },
  }
}

/** The ids after one was toggled. */
export function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The ids with everything between two indexes of the list, in either order. */
export function withRange(
  ids: ReadonlySet<string>,
  list: readonly { readonly id: string }[],
  [from, to]: readonly [number, number],
): ReadonlySet<string> {
  const between = list.slice(Math.min(from, to), Math.max(from, to) + 1)
  return new Set([...ids, ...between.map(({ id }) => id)])
}

/** The selected images that are in the list: an image that a filter hides is not selected while it is hidden. */
export function listedOnly(
  selected: ReadonlySet<string>,
  list: readonly { readonly id: string }[],
): ReadonlySet<string> {
  const listed = list.flatMap(({ id }) => (selected.has(id) ? [id] : []))
  return listed.length === selected.size ? selected : new Set(listed)
}
