import { keysText } from '#web/ui/keys.ts'
import type { BoardCommand, CommandContext } from '../board-session.ts'

/** A command as an item of a menu shows it: its icon, its name and its first key. */
export const CommandFace = ({ command, context }: { command: BoardCommand; context: CommandContext }) => (
  <>
    <command.icon aria-hidden="true" />
    {command.label(context)}
    {command.keys[0] && <kbd className="menu-keys">{keysText(command.keys[0])}</kbd>}
  </>
)
