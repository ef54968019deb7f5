import { onPrimary, type RequestContext } from '#server/platform/http/request-context.ts'
import { includesChanges } from './change-feed.ts'

/** For an answer that lacks the latest changes: the moment up to which it includes them. */
export const asOfPart = ({ asOf }: { asOf: Date | null }): { asOf?: string } =>
  asOf === null ? {} : { asOf: asOf.toISOString() }

/**
 * The context from which the rows of a search answer are read. An engine follows the primary, so a
 * replica may not have a store yet that it found, or only an earlier version.
 */
export const contextOfFound = async <Ctx extends RequestContext>(
  ctx: Ctx,
  { position }: { position: number },
): Promise<Ctx> =>
  (await ctx.isReplicaBehind((replica) => includesChanges(replica, position)))
    ? onPrimary(ctx)
    : ctx
