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
  isPlaceholderData: boolean
  refetch: () => unknown
}

export function answerOf<Data>(query: Query<Data>): BlogAnswer<Data> {
  const data = query.data?.data
  return {
    data,
    failure: data === undefined ? query.error : null,
    isOld: query.isPlaceholderData,
    retry: () => void query.refetch(),
  }
}
