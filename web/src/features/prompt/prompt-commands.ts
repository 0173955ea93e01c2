import { ArrowDown, ArrowUp, Sprout } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Command } from '#web/data/commands/command.ts'
import { offerCommands } from '#web/data/commands/offered-commands.ts'
import type { Direction } from '#web/data/prompt-history/use-prompt-history.ts'
import { promptTexts } from './texts.ts'

type Acts = { canGo(): boolean; go(): void; walk(direction: Direction): void }

/** Offers what the keys do in the prompt, while it is on the page. */
export function usePromptCommands(acts: Acts): void {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    const commands: Command[] = [
      {
        id: 'go',
        group: 'create',
        icon: Sprout,
        label: () => promptTexts.commands.go,
        keys: ['Mod+Enter'],
        canRun: () => latest.current.canGo(),
        run: () => latest.current.go(),
      },
      {
        id: 'older-prompt',
        group: 'create',
        icon: ArrowUp,
        label: () => promptTexts.commands.older,
        keys: ['Alt+ArrowUp'],
        canRun: () => true,
        run: () => latest.current.walk('older'),
      },
      {
        id: 'newer-prompt',
        group: 'create',
        icon: ArrowDown,
        label: () => promptTexts.commands.newer,
        keys: ['Alt+ArrowDown'],
        canRun: () => true,
        run: () => latest.current.walk('newer'),
      },
    ]
    return offerCommands({ reach: 'this-page', commands })
  }, [])
}
