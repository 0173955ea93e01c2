import type { LucideIcon } from 'lucide-react'

/** In the order of menus, palette and sheet. */
export const commandGroups = ['create', 'frame', 'card', 'lineage', 'edit', 'view', 'go', 'theme', 'help'] as const
export type CommandGroup = (typeof commandGroups)[number]

/** One command of the open page. Keyboard, palette and the sheet of shortcuts are made of these. */
export type Command = {
  readonly id: string
  readonly group: CommandGroup
  readonly icon: LucideIcon
  /** Its current name: Collapse becomes Expand. */
  label(): string
  /** Such as `Mod+Shift+Z`; the first one is shown. */
  readonly keys: readonly string[]
  /** Whether it repeats while its keys are held; default: once a press. */
  readonly repeats?: true
  canRun(): boolean
  run(): void
}

/** A gesture on the open page, for the sheet of shortcuts. */
export type Gesture = readonly [what: string, how: string]

/** Groups commands, in the order of the menus; empty groups are left out. */
export const byGroup = <Grouped extends { readonly group: CommandGroup }>(commands: readonly Grouped[]) =>
  commandGroups
    .map((group) => ({ group, commands: commands.filter((command) => command.group === group) }))
    .filter((part) => part.commands.length > 0)
