import { commentsEmail, type DueRound, dueRoundEmail, type ReportedComments } from './email-texts.ts'
import type { Mailer } from './mailer.ts'

type ReportedVisits = Pick<ReportedComments, 'quotes' | 'more'> & {
  readonly to: string
  readonly projects: readonly { readonly id: string; readonly title: string }[]
}

/** Sends emails about the visits of reviewers. Their links lead to this server's own pages. */
export function createVisitMail(mailer: Mailer, publicUrl: string) {
  const page = (path: string) => new URL(path, publicUrl).href
  return ({ to, projects, ...visits }: ReportedVisits): Promise<void> =>
    mailer.send(
      commentsEmail(to, {
        ...visits,
        projects: projects.map(({ id, title }) => ({ title, address: page(`/project/${id}?comments=open`) })),
        settings: page('/manage-account'),
      }),
    )
}

type ReportedRound = Pick<DueRound, 'title' | 'round' | 'waiting' | 'proofs'> & {
  readonly to: string
  readonly projectId: string
}

/** Sends reminders of rounds to their owners. */
export function createRoundMail(mailer: Mailer, publicUrl: string) {
  const page = (path: string) => new URL(path, publicUrl).href
  return ({ to, projectId, ...round }: ReportedRound): Promise<void> =>
    mailer.send(
      dueRoundEmail(to, {
        ...round,
        address: page(`/project/${projectId}?comments=open`),
        settings: page('/manage-account'),
      }),
    )
}
