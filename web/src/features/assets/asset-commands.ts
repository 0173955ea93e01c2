import { MousePointerClick, Search, SquareDashedMousePointer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Command } from '#web/data/commands.ts'
import { offerCommands } from '#web/data/commands.ts'
import { assetTexts } from './texts.ts'

type Acts = { hasSelection(): boolean; selectAll(): void; selectNone(): void }

/** Offers the commands of the assets page, while it is open. */
export function useAssetCommands(acts: Acts): void {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    const always = () => true
    const commands: Command[] = [
      {
        id: 'search-assets',
        group: 'view',
        icon: Search,
        label: () => assetTexts.commands.search,
        keys: ['/'],
        canRun: always,
        run: () => document.getElementById('asset-search')?.focus(),
      },
      {
        id: 'select-all',
        group: 'edit',
        icon: SquareDashedMousePointer,
        label: () => assetTexts.commands.all,
        keys: ['Mod+A'],
        canRun: always,
        run: () => latest.current.selectAll(),
      },
      {
        id: 'select-none',
        group: 'edit',
        icon: MousePointerClick,
        label: () => assetTexts.commands.none,
        keys: ['Escape'],
        canRun: () => latest.current.hasSelection(),
        run: () => latest.current.selectNone(),
      },
    ]
    return offerCommands({ reach: 'this-page', commands })
  }, [])
}
