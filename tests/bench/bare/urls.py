"""One view of 20 rows that lie in memory, written by a serializer."""

from typing import Any

from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

ROWS = [{"rank": place, "name": f"Player {place}", "points": 2000 - 31 * place} for place in range(1, 21)]


class RowSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField()


class Rows(APIView):
    def get(self, _request: Request) -> Response:
        return Response(RowSerializer(ROWS, many=True).data)


urlpatterns = [path("rows", Rows.as_view())]
