const firstPauseMs = 500
const maxPauseMs = 8_000

/** The delay before storing a picture is retried, in milliseconds. @param failures In a row, including the last one. */
export const storagePauseMs = (failures: number): number => Math.min(firstPauseMs * 2 ** (failures - 1), maxPauseMs)
