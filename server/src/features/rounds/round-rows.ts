import { type SQL, sql } from 'drizzle-orm'
import type { RoundShape, SharedRoundShape } from '#contract/sharing/round.ts'
import { type DecisionLogKind, type ProofDecision, proofStateOf } from '#domain/sharing/round.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'
import { uuidArray } from '../../db/sql/expressions.ts'

type RoundRow = {
  id: string
  share_id: string
  number: number
  set_sha256: string
  until: string | null
  created_at: string
  closed_at: string | null
}
type ProofRow = {
  round_id: string
  number: number
  image_id: string
  sha256: string
  generation_id: string | null
  width: number | null
  height: number | null
  average_color: string | null
}
type DecisionRow = {
  round_id: string
  proof: number
  visitor_id: string
  author: string
  decision: ProofDecision
  words: string | null
  decided_at: string
}
type LogRow = {
  round_id: string
  proof: number
  author: string
  kind: DecisionLogKind
  words: string | null
  sha256: string
  created_at: string
}

/** Rounds that a list for an owner has: those of a few dozen links. Each link has at most 50, and 2,000 entries in its logs. */
const maxListed = 100

const timeOf = (value: string) => new Date(value).toISOString()
const optionalTime = (value: string | null) => (value === null ? null : timeOf(value))

/** Rounds, the newest first. @param where A condition on `rounds`. */
async function selectRounds(db: Querier, where: SQL): Promise<RoundRow[]> {
  const { rows } = await query<RoundRow>(
    db,
    {
      id: 'string',
      share_id: 'string',
      number: 'number',
      set_sha256: 'string',
      until: 'string',
      created_at: 'string',
      closed_at: 'string',
    },
    sql`select id, share_id, number, set_sha256, until, created_at, closed_at from review_rounds rounds
      where ${where} order by created_at desc, number desc limit ${maxListed}`,
  )
  return rows
}

async function selectProofs(db: Querier, ids: SQL): Promise<ProofRow[]> {
  const { rows } = await query<ProofRow>(
    db,
    {
      round_id: 'string',
      number: 'number',
      image_id: 'string',
      sha256: 'string',
      generation_id: 'string',
      width: 'number',
      height: 'number',
      average_color: 'string',
    },
    sql`select proofs.round_id, proofs.number, proofs.image_id, proofs.sha256, images.generation_id, images.width, images.height,
        images.average_color
      from round_proofs proofs left join generated_images images on images.id = proofs.image_id and images.user_id = proofs.user_id
      where proofs.round_id = any(${ids}) order by proofs.number`,
  )
  return rows
}

async function selectDecisions(db: Querier, ids: SQL): Promise<DecisionRow[]> {
  const { rows } = await query<DecisionRow>(
    db,
    {
      round_id: 'string',
      proof: 'number',
      visitor_id: 'string',
      author: 'string',
      decision: 'string',
      words: 'string',
      decided_at: 'string',
    },
    sql`select decisions.round_id, decisions.proof, decisions.visitor_id, visitors.name as author, decisions.decision,
        decisions.words, decisions.decided_at
      from round_decisions decisions join share_visitors visitors on visitors.id = decisions.visitor_id
      where decisions.round_id = any(${ids}) order by decisions.decided_at, decisions.visitor_id`,
  )
  return rows
}

async function selectLog(db: Querier, ids: SQL): Promise<LogRow[]> {
  const { rows } = await query<LogRow>(
    db,
    {
      round_id: 'string',
      proof: 'number',
      author: 'string',
      kind: 'string',
      words: 'string',
      sha256: 'string',
      created_at: 'string',
    },
    sql`select round_id, proof, author, kind, words, sha256, created_at from round_log
      where round_id = any(${ids}) order by created_at desc, id`,
  )
  return rows
}

const roundFields = (row: RoundRow) => ({
  id: row.id,
  number: row.number,
  setSha256: row.set_sha256,
  until: optionalTime(row.until),
  createdAt: timeOf(row.created_at),
  closedAt: optionalTime(row.closed_at),
})

const proofFields = (row: ProofRow, decisions: readonly DecisionRow[]) => ({
  number: row.number,
  imageId: row.image_id,
  sha256: row.sha256,
  width: row.width,
  height: row.height,
  averageColor: row.average_color,
  state: proofStateOf(decisions.map(({ decision }) => decision)),
})

const decisionFields = ({ author, decision, words, decided_at }: DecisionRow) => ({
  author,
  decision,
  words,
  decidedAt: timeOf(decided_at),
})

/** Rows by the round and proof that they are about. */
const byProof = (rows: readonly DecisionRow[]) => {
  const groups = Map.groupBy(rows, ({ round_id, proof }) => `${round_id} ${proof}`)
  return (roundId: string, proof: number) => groups.get(`${roundId} ${proof}`) ?? []
}

/** The rounds of an owner with their log. @param where A condition on `rounds`. */
export async function readRounds(db: Querier, where: SQL): Promise<RoundShape[]> {
  const rounds = await selectRounds(db, where)
  const ids = uuidArray(rounds.map(({ id }) => id))
  const proofs = Map.groupBy(await selectProofs(db, ids), ({ round_id }) => round_id)
  const decisionsOf = byProof(await selectDecisions(db, ids))
  const log = Map.groupBy(await selectLog(db, ids), ({ round_id }) => round_id)
  return rounds.map((round) => ({
    ...roundFields(round),
    shareId: round.share_id,
    proofs: (proofs.get(round.id) ?? []).map((proof) => {
      const decisions = decisionsOf(round.id, proof.number)
      return {
        ...proofFields(proof, decisions),
        generationId: proof.generation_id,
        decisions: decisions.map(decisionFields),
      }
    }),
    log: (log.get(round.id) ?? []).map(({ round_id: _round, created_at, ...entry }) => ({
      ...entry,
      decidedAt: timeOf(created_at),
    })),
  }))
}

/** The rounds of a link for one of its reviewers. @param where A condition on `rounds`. */
export async function readSharedRounds(
  db: Querier,
  { where, visitorId }: { readonly where: SQL; readonly visitorId: string | null },
): Promise<SharedRoundShape[]> {
  const rounds = await selectRounds(db, where)
  const ids = uuidArray(rounds.map(({ id }) => id))
  const proofs = Map.groupBy(await selectProofs(db, ids), ({ round_id }) => round_id)
  const decisionsOf = byProof(await selectDecisions(db, ids))
  return rounds.map((round) => ({
    ...roundFields(round),
    proofs: (proofs.get(round.id) ?? []).map((proof) => {
      const decisions = decisionsOf(round.id, proof.number)
      return {
        ...proofFields(proof, decisions),
        decisions: decisions.map((row) => ({ ...decisionFields(row), isYours: row.visitor_id === visitorId })),
      }
    }),
  }))
}
