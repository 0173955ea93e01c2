import { Command as CommandIcon, Keyboard } from 'lucide-react'
import type { Command } from '#web/data/commands/command.ts'
import { commandPanel } from '#web/data/commands/offered-commands.ts'
import { commandTexts } from './texts.ts'

const always = () => true

/** What every page can do: show what it can do. */
export const helpCommands: readonly Command[] = [
  {
    id: 'palette',
    group: 'help',
    icon: CommandIcon,
    label: () => commandTexts.palette,
    keys: ['Mod+K'],
    canRun: always,
    run: () => commandPanel.set('palette'),
  },
  {
    id: 'shortcuts',
    group: 'help',
    icon: Keyboard,
    label: () => commandTexts.shortcuts,
    keys: ['?'],
    canRun: always,
    run: () => commandPanel.set('shortcuts'),
  },
]
