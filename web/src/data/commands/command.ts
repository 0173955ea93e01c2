import type { LucideIcon } from 'lucide-react'

/** In the order of menus, palette and sheet. */
export const commandGroups = ['create', 'card', 'lineage', 'edit', 'view', 'go', 'theme', 'help'] as const
export type CommandGroup = (typeof commandGroups)[number]

/** One thing that can be done on the open page. Keyboard, palette and the sheet of shortcuts are made of these. */
export type Command = {
  readonly id: string
  readonly group: CommandGroup
  readonly icon: LucideIcon
  /** As it is called now: what folds also unfolds. */
  label(): string
  /** Such as `Mod+Shift+Z`; the first is the one that is shown. */
  readonly keys: readonly string[]
  /** Runs again and again while its keys are held; left out: once a press. */
  readonly repeats?: true
  canRun(): boolean
  run(): void
}

/** What the pointer does on the open page, and how; for the sheet of shortcuts. */
export type Gesture = readonly [what: string, how: string]

/** By their groups, in the order of the menus; groups without any are left out. */
export const byGroup = <Grouped extends { readonly group: CommandGroup }>(commands: readonly Grouped[]) =>
  commandGroups
    .map((group) => ({ group, commands: commands.filter((command) => command.group === group) }))
    .filter((part) => part.commands.length > 0)
