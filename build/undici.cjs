'use strict';

// The parts of undici that the extension uses. Its main file would bring fetch, WebSocket, caches and mocks along, 60 KB packed.
const api = require('../node_modules/undici/lib/api/index.js');
const Agent = require('../node_modules/undici/lib/dispatcher/agent.js');
const Dispatcher = require('../node_modules/undici/lib/dispatcher/dispatcher.js');
const EnvHttpProxyAgent = require('../node_modules/undici/lib/dispatcher/env-http-proxy-agent.js');
const decompress = require('../node_modules/undici/lib/interceptor/decompress.js');

// As the main file does.
Object.assign(Dispatcher.prototype, api);

module.exports = { Agent, EnvHttpProxyAgent, interceptors: { decompress } };
