/** There is nothing to show and nothing on its way: refused, or without a connection. */
export const hasFailed = (query: { data: unknown; isError: boolean; fetchStatus: string }): boolean =>
  query.data === undefined &&
  ((query.isError && query.fetchStatus !== 'fetching') || query.fetchStatus === 'paused')
