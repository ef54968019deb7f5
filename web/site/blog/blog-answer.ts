import { ApiError } from '#web/api/api-error.ts'

/** State of a call of the blog, in the form that the page's sections need. */
export type BlogAnswer<Data> = {
  data: Data | undefined
  /** Why there is no data; null while the call is running. */
  failure: unknown
  /** True while `data` still belongs to the previous query. */
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

/** Without a connection a query pauses instead of failing. For the reader both are failures. */
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
