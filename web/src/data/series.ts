import { queryOptions } from '@tanstack/react-query'
import type { RequestSeriesInput, SeriesShape } from '#contract/cards/series.ts'
import type { EventData } from '#contract/events.ts'
import { api } from './http/client.ts'
import { queryClient } from './http/query-client.ts'
import { newId, type Prepared, requestIds } from './http/request-ids.ts'

const key = 'series'

/** The series of a project, newest first; kept up to date by events. */
export const seriesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [key, projectId],
    queryFn: async () => (await api.projects.series({ id: projectId })).items,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Writes a series into the cache. */
function putSeries(series: SeriesShape): void {
  queryClient.setQueryData(seriesQuery(series.projectId).queryKey, (known) => {
    if (!known) return known
    const isKnown = known.some(({ id }) => id === series.id)
    return isKnown ? known.map((other) => (other.id === series.id ? series : other)) : [series, ...known]
  })
}

/** Applies an event of a series. */
export function receiveSeries({ seq: _seq, seriesId: id, ...fields }: EventData<'series-changed'>): void {
  putSeries({ id, ...fields })
}

/** Reads visible series again: events were missed. */
export const refreshSeries = () => void queryClient.invalidateQueries({ queryKey: [key] })

const cached = (series: SeriesShape): SeriesShape => {
  putSeries(series)
  return series
}

/**
 * Gives a request for a series its id, and each step that of its card, before it is sent.
 * @param intent Identity of the request, if that is less than all of it.
 */
export const prepareSeries = (request: RequestSeriesInput, intent: object = request) =>
  requestIds.prepare({
    request: { ...request, steps: request.steps.map((step) => ({ ...step, id: newId() })) },
    intent,
  })

/** Requests a prepared series. The same again makes one. */
export const sendSeries = async (prepared: Prepared<RequestSeriesInput>) =>
  cached(await requestIds.send(prepared, (input, id) => api.series.request({ ...input, id })))

/** Requests a series. The same request again, before the first has succeeded, makes one series. */
export const requestSeries = (request: RequestSeriesInput, intent?: object) =>
  sendSeries(prepareSeries(request, intent))

/** Cancels the pending steps of a series. */
export const cancelSeries = async (id: string) => cached(await api.series.cancel({ id }))

/** Retries the steps that were refused, skipped or stopped. */
export const goOnWithSeries = async (id: string) => cached(await api.series.goOn({ id }))

/** Picks an image of a series, which stars it. */
export const pickWinner = async (id: string, imageId: string) => cached(await api.series.pickWinner({ id, imageId }))

/** The user's record of each model. */
export const modelRecordQuery = queryOptions({
  queryKey: ['model-record'],
  queryFn: async () => (await api.modelRecord.list()).items,
})
