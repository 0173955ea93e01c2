import type { ChildProcess } from 'node:child_process'

const children = new Map<ChildProcess, NodeJS.Signals>()
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

function endAll(): void {
  for (const [child, signal] of children) child.kill(signal)
}

/** Ends the children, and this process as the signal would have, unless the process has a listener of its own. */
function endBy(signal: NodeJS.Signals): void {
  endAll()
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
}

/**
 * Sends a signal to a child when this process ends, by itself or by a signal, which would leave the child running: Node emits no `exit` for a signal
 * without a listener.
 */
export function endWithProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (children.size === 0) {
    process.once('exit', endAll)
    for (const each of signals) process.once(each, endBy)
  }
  children.set(child, signal)
  child.once('exit', () => {
    children.delete(child)
    if (children.size > 0) return
    process.off('exit', endAll)
    for (const each of signals) process.off(each, endBy)
  })
}
