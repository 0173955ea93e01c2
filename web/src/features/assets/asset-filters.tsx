import { useQuery } from '@tanstack/react-query'
import { Heart, Star, ThumbsDown, X } from 'lucide-react'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { aspectRatios } from '#domain/models/aspect-ratio.ts'
import type { AssetFilter } from '#web/data/assets/asset-filter.ts'
import { modelsQuery, projectsQuery } from '#web/data/queries.ts'
import { DateFilter } from './date-filter.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { assetTexts } from './texts.ts'

const icons = { like: Heart, star: Star, dislike: ThumbsDown }
const ratioOptions = aspectRatios.map((ratio) => ({ value: ratio, label: ratio }))

/** A change of the filter; `undefined` takes a part away. */
export type FilterChange = { readonly [Part in keyof AssetFilter]?: AssetFilter[Part] | undefined }

type AssetFiltersProps = { filter: AssetFilter; onChange(change: FilterChange): void }

/** What the list is narrowed to, as a row of chips. */
export function AssetFilters({ filter, onChange }: AssetFiltersProps) {
  const models = useQuery(modelsQuery).data ?? []
  const projects = useQuery(projectsQuery).data ?? []
  const isOn = Object.keys(filter).length > 0
  return (
    <fieldset className="contents" aria-label={assetTexts.filters}>
      {feedbackTypes.map((type) => {
        const Icon = icons[type]
        const isSet = filter.feedback === type
        return (
          <button
            key={type}
            type="button"
            className="chip asset-chip"
            aria-pressed={isSet}
            data-on={isSet || undefined}
            onClick={() => onChange({ feedback: isSet ? undefined : type })}
          >
            <Icon aria-hidden="true" />
            {assetTexts.feedback[type]}
          </button>
        )
      })}
      <FilterMenu
        label={assetTexts.model}
        anyLabel={assetTexts.any.model}
        options={models.map(({ name }) => ({ value: name, label: name }))}
        value={filter.model}
        onChange={(model) => onChange({ model })}
      />
      <FilterMenu
        label={assetTexts.ratio}
        anyLabel={assetTexts.any.ratio}
        options={ratioOptions}
        value={filter.aspectRatio}
        onChange={(value) => onChange({ aspectRatio: aspectRatios.find((ratio) => ratio === value) })}
      />
      <FilterMenu
        label={assetTexts.project}
        anyLabel={assetTexts.any.project}
        options={projects.map(({ id, title }) => ({ value: id, label: title }))}
        value={filter.projectId}
        onChange={(projectId) => onChange({ projectId })}
      />
      <DateFilter filter={filter} onChange={onChange} />
      {isOn && (
        <button
          type="button"
          className="chip"
          data-unset
          onClick={() =>
            onChange({
              q: undefined,
              feedback: undefined,
              model: undefined,
              aspectRatio: undefined,
              projectId: undefined,
              from: undefined,
              to: undefined,
            })
          }
        >
          <X aria-hidden="true" />
          {assetTexts.clear}
        </button>
      )}
    </fieldset>
  )
}
