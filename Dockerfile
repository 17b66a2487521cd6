# The server alone: it serves the PostgreSQL that DATABASE_URL names.
#   docker build -t session-directory .
#   docker run -e DATABASE_URL=… -e DIRECTORY_JWT_SECRET=… session-directory migrate
#   docker run --stop-timeout 15 -p 8000:8000 -e DATABASE_URL=… -e DIRECTORY_JWT_SECRET=… session-directory
FROM python:3.13-slim AS packages
COPY requirements/serve.txt /serve.txt
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes --requirement /serve.txt

FROM node:24-slim AS explorer
WORKDIR /explorer
COPY server/page/graphiql/package.json server/page/graphiql/package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home directory
COPY --from=packages /venv /venv
WORKDIR /app
COPY schema schema
COPY resolvers resolvers
COPY providers providers
COPY data data
COPY server server
COPY web web
ARG GRAPHIQL=server/page/graphiql/node_modules
COPY --from=explorer /explorer/node_modules/react/umd/react.production.min.js $GRAPHIQL/react/umd/
COPY --from=explorer /explorer/node_modules/react-dom/umd/react-dom.production.min.js $GRAPHIQL/react-dom/umd/
COPY --from=explorer /explorer/node_modules/graphiql/graphiql.min.js $GRAPHIQL/graphiql/
COPY --from=explorer /explorer/node_modules/graphiql/graphiql.min.css $GRAPHIQL/graphiql/
ENV PATH=/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
RUN python -m compileall -q /app
USER directory
EXPOSE 8000
# The first allowed host, where hosts are limited: the check is held to the same rule as everybody.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD python -c "import os, urllib.request as r; \
    host = os.environ.get('DIRECTORY_ALLOWED_HOSTS', '').split(',')[0].strip() or '127.0.0.1'; \
    r.urlopen(r.Request('http://127.0.0.1:8000/readyz', headers={'Host': host}), timeout=2)"
ENTRYPOINT ["python", "-m", "server"]
CMD ["serve", "--host", "0.0.0.0"]
