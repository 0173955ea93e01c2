/** Whether the catalogue of models is there. */
export type ModelsState = 'loading' | 'loaded' | 'failed'

/** The state by what a query of the catalogue says; one that was read before stays. */
export const modelsState = ({ data, isError }: { data: unknown; isError: boolean }): ModelsState => {
  if (data !== undefined) return 'loaded'
  return isError ? 'failed' : 'loading'
}
