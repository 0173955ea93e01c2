import { createStore } from '../store.ts'

/** Something of the user that this page is still sending; it would be lost if the page were closed. */
export type LiveTask = {
  readonly id: string
  /** The project that it belongs to; null: none yet. */
  readonly projectId: string | null
  /** Progress, in a few words. */
  readonly text: string
}

/** A task that has begun. */
export type RunningTask = {
  /** Says how far it is. */
  say(text: string): void
  /** It is done, has failed or was stopped. */
  end(): void
}

/** The tasks of a live session: they go on whatever page is shown. */
export function createTasks() {
  const running = createStore<readonly LiveTask[]>([])
  return {
    running,
    begin({ projectId, text }: Omit<LiveTask, 'id'>): RunningTask {
      const id = crypto.randomUUID()
      running.set([...running.get(), { id, projectId, text }])
      return {
        say(next) {
          running.set(
            running.get().map((task) => (task.id === id && task.text !== next ? { ...task, text: next } : task)),
          )
        },
        end() {
          running.set(running.get().filter((task) => task.id !== id))
        },
      }
    },
  }
}
