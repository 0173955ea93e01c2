const firstPauseMs = 500
const longestPauseMs = 8_000

/** How long to wait before a picture is stored again, in milliseconds. @param failures In a row, the last one counted. */
export const storagePauseMs = (failures: number): number => Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs)
