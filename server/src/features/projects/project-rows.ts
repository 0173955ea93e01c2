import { type SQL, sql } from 'drizzle-orm'
import type { ProjectShape } from '#contract/board/project.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { Columns } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'

type ProjectRow = {
  id: string
  title: string
  created_at: string
  updated_at: string
  first_prompt: string | null
  thumbnail_image_id: string | null
  generation_count: string
}

const projectColumns: Columns<ProjectRow> = {
  id: 'string',
  title: 'string',
  created_at: 'string',
  updated_at: 'string',
  first_prompt: 'string',
  thumbnail_image_id: 'string',
  generation_count: 'string',
}

const presentProject = (row: ProjectRow): ProjectShape => ({
  id: row.id,
  title: row.title,
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
  firstPrompt: row.first_prompt,
  thumbnailImageId: row.thumbnail_image_id,
  generationCount: Number(row.generation_count),
})

/** Projects with what the rail shows of them: the first prompt and the first image of the first generation. */
const projectsWhere = (where: SQL) => sql`
  select projects.id, title, projects.created_at, projects.updated_at, first.prompt as first_prompt,
    (select images.id from generated_images images
     where images.generation_id = first.id and images.status = 'completed'
     order by images.order_num limit 1) as thumbnail_image_id,
    (select count(*) from generations
     where generations.project_id = projects.id and generations.deleted_at is null) as generation_count
  from projects
  left join lateral (
    select id, prompt from generations
    where generations.project_id = projects.id and generations.deleted_at is null
    order by generations.created_at, generations.id limit 1
  ) first on true
  where projects.deleted_at is null and ${where}
  order by projects.created_at desc, projects.id`

type Owned = { readonly userId: UserId; readonly projectId: string }

const ofUser = statement<ProjectRow, { userId: UserId }>(projectColumns, ['userId'], ({ userId }) =>
  projectsWhere(sql`projects.user_id = ${userId}`),
)
const oneOfUser = statement<ProjectRow, Owned>(projectColumns, ['userId', 'projectId'], ({ userId, projectId }) =>
  projectsWhere(sql`projects.id = ${projectId} and projects.user_id = ${userId}`),
)
const isOpen = statement<{ found: number }, Owned>(
  { found: 'number' },
  ['userId', 'projectId'],
  ({ userId, projectId }) =>
    sql`select 1 as found from projects where id = ${projectId} and user_id = ${userId} and deleted_at is null`,
)

/** The user's projects, newest first. */
export const listProjects = async (db: Querier, userId: UserId) => (await ofUser(db, { userId })).map(presentProject)

/** One project; null where it does not exist or is another user's. */
export async function findProject(db: Querier, userId: UserId, projectId: string): Promise<ProjectShape | null> {
  const [project] = await oneOfUser(db, { userId, projectId })
  return project ? presentProject(project) : null
}

/** Whether the project is the user's and not in the trash. */
export const isOpenProject = async (db: Querier, userId: UserId, projectId: string): Promise<boolean> =>
  (await isOpen(db, { userId, projectId })).length === 1
