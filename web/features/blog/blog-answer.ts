import { ApiError } from '#web/api/api-error.ts'

/** What is known of a call of the blog, as its parts of the screen show it. */
export type BlogAnswer<Data> = {
  data: Data | undefined
  /** Why there is nothing; null while it is under way. */
  failure: unknown
  /** It is what was asked before, until the new comes. */
  isOld: boolean
  retry: () => void
}

type Query<Data> = {
  data: { data: Data } | undefined
  error: unknown
  fetchStatus: 'fetching' | 'paused' | 'idle'
  isPlaceholderData: boolean
  refetch: () => unknown
}

const OFFLINE = new ApiError('network', '', { status: 0, requestId: null })

/** Without a connection a query waits instead of failing; for a reader it is the same. */
export function answerOf<Data>(query: Query<Data>): BlogAnswer<Data> {
  const isOffline = query.fetchStatus === 'paused'
  const data = isOffline && query.isPlaceholderData ? undefined : query.data?.data
  const failure = isOffline ? OFFLINE : query.error
  return {
    data,
    failure: data === undefined ? failure : null,
    isOld: query.isPlaceholderData,
    retry: () => void query.refetch(),
  }
}
